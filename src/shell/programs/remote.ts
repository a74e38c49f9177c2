import type { ProgramHandler, ProgramTable } from '../call.ts'
import { wordsOf } from '../fields.ts'
import { SOME_NAME } from '../symbols.ts'
import { join, text, type Text } from '../text.ts'
import { readOptions } from './option-words.ts'

const ssh: ProgramHandler = (call, shell) => {
  const { rest, values } = readOptions(call.args, { values: 'BbcDEeFIiJLlmOopQRSWw' })
  const proxy = /^ProxyCommand[= ](.+)$/iu.exec(values.get('o')?.value ?? '')
  if (proxy !== null) shell.runScript(text(proxy[1]!), call.scope, call.id)
  // options may stand behind the host as well
  const words = readOptions(rest.slice(1), { values: 'BbcDEeFIiJLlmOopQRSWw' }).rest
  if (words.length > 0)
    return shell.memory.isolate(() => shell.runScript(join(words, ' '), call.scope, call.id))
  if (call.scope.stdin === undefined) return undefined
  const remoteShell = shell.runsLike('sh', [], call.scope)
  return shell.memory.isolate(() => shell.runScript(call.scope.stdin!, call.scope, remoteShell))
}

const DOCKER_VALUES = {
  values: 'aceghlmpuvwH',
  longValues:
    'add-host cap-add cap-drop cgroup-parent cidfile config context cpus cpuset-cpus detach-keys device dns entrypoint env env-file expose file gpus group-add health-cmd hostname host index init-path ip ipc label link log-driver log-level log-opt mac-address memory mount name net network network-alias pid platform profile project-directory project-name publish pull restart runtime security-opt shm-size stop-signal tmpfs ulimit user userns volume volumes-from workdir'.split(
      ' ',
    ),
}

/** `docker run|exec … command`, also behind `compose`; other sub-commands start nothing in this line. */
const docker: ProgramHandler = (call, shell) => {
  const global = readOptions(call.args, DOCKER_VALUES)
  let [subcommand, ...rest] = global.rest
  if (subcommand?.value === 'compose' || subcommand?.value === 'container')
    [subcommand, ...rest] = readOptions(rest, DOCKER_VALUES).rest
  if (subcommand === undefined || !/^(?:run|exec|create)$/u.test(subcommand.value))
    return listedNames(call.args, call.id)
  const options = readOptions(rest, DOCKER_VALUES)
  const entrypoint = options.values.get('entrypoint')
  const words =
    entrypoint === undefined ? options.rest.slice(1) : [...wordsOf(entrypoint), ...options.rest.slice(1)]
  if (words.length === 0) return undefined
  // an image with an entry point of its own takes words that start with a dash as its arguments
  if (words[0]!.value.startsWith('-')) return undefined
  return shell.memory.isolate(() => shell.runWords(words, call.scope))
}

function listedNames(args: readonly Text[], id: number): Text | undefined {
  const isQuiet = args.some((arg) => /^-[a-z]*q[a-z]*$|^--quiet$/u.test(arg.value))
  return isQuiet ? text(SOME_NAME, [id]) : undefined
}

const kubectl: ProgramHandler = (call, shell) => {
  if (call.args.some((arg) => arg.value === 'completion')) return text('', [call.id])
  const at = call.args.findIndex((arg) => /^(?:exec|run|debug)$/u.test(arg.value))
  if (at < 0)
    return call.args.some((arg) => arg.value === 'name' || arg.value === '-oname')
      ? text(SOME_NAME, [call.id])
      : undefined
  const dashes = call.args.findIndex((arg, index) => index > at && arg.value === '--')
  const words =
    dashes >= 0
      ? call.args.slice(dashes + 1)
      : readOptions(call.args.slice(at + 1), { values: 'cn' }).rest.slice(1)
  return shell.memory.isolate(() => shell.runWords(words, call.scope))
}

const vagrant: ProgramHandler = (call, shell) => {
  const at = call.args.findIndex((arg) => /^(?:-c|-C|--command)$/u.test(arg.value))
  return at < 0 ? undefined : shell.runScript(call.args[at + 1] ?? text(''), call.scope, call.id)
}

/** Programs that start a command on another machine or in a container. */
export const remote: ProgramTable = {
  ssh,
  autossh: ssh,
  docker,
  podman: docker,
  nerdctl: docker,
  'docker-compose': docker,
  lxc: docker,
  kubectl,
  oc: kubectl,
  k: kubectl,
  vagrant,
  fly: vagrant,
  flyctl: vagrant,
  multipass: docker,
}

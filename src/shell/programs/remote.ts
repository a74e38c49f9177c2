import type { Call, ProgramHandler, ProgramTable, Shell } from '../call.ts'
import { wordsOf } from '../fields.ts'
import { SOME_NAME } from '../symbols.ts'
import { join, text, type Text } from '../text.ts'
import { readOptions } from './option-words.ts'
import { maybeSetup } from './outputs.ts'

/** Settings of ssh whose value is a command. */
const SSH_COMMAND = /^(?:-o)?(?:ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand)[= ](.+)$/iu

/** `-o ProxyCommand=…`, also as `scp` and `sftp` take it. */
export function runSshSettings(call: Call, shell: Shell): void {
  for (const { value, from } of call.args) {
    const found = SSH_COMMAND.exec(value)
    if (found !== null) shell.runScript(text(found[1]!, from), call.scope, call.id)
  }
}

const ssh: ProgramHandler = (call, shell) => {
  const { rest } = readOptions(call.args, { values: 'BbcDEeFIiJLlmOopQRSWw' })
  runSshSettings(call, shell)
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

// `-f` names the compose file, but forces where other sub-commands take it
const COMPOSE_VALUES = { ...DOCKER_VALUES, values: `${DOCKER_VALUES.values}f` }

/** `docker run|exec … command`, also behind `compose`; other sub-commands start nothing in this line. */
const docker: ProgramHandler = (call, shell) => {
  const global = readOptions(call.args, DOCKER_VALUES)
  let [subcommand, ...rest] = global.rest
  if (subcommand?.value === 'compose') [subcommand, ...rest] = readOptions(rest, COMPOSE_VALUES).rest
  else if (subcommand?.value === 'container') [subcommand, ...rest] = readOptions(rest, DOCKER_VALUES).rest
  if (subcommand?.value === 'build') runRecipe(call, shell)
  if (subcommand?.value === 'unshare') return shell.runWords(withoutDashes(rest), call.scope)
  if (subcommand === undefined || !/^(?:run|exec|create)$/u.test(subcommand.value))
    return listedNames(call.args, call.id)
  const options = readOptions(rest, DOCKER_VALUES)
  const entrypoint = options.values.get('entrypoint')
  const given = withoutDashes(options.rest.slice(1))
  const words = entrypoint === undefined ? given : [...wordsOf(entrypoint), ...given]
  if (words.length === 0) return undefined
  // an image with an entry point of its own takes words that start with a dash as its arguments
  if (words[0]!.value.startsWith('-')) return undefined
  return shell.memory.isolate(() => {
    const folder = options.values.get('w') ?? options.values.get('workdir')
    if (folder !== undefined) shell.runWords([text('cd'), folder], call.scope)
    for (const mount of mountsOf(rest).slice(0, MOST_MOUNTS)) {
      const onHost = words.map((word) => ({
        ...word,
        value: word.value.replaceAll(mount.inside, mount.host),
      }))
      shell.runWords(onHost, call.scope)
    }
    return shell.runWords(words, call.scope)
  })
}

function withoutDashes(words: readonly Text[]): readonly Text[] {
  return words[0]?.value === '--' ? words.slice(1) : words
}

// nobody mounts the root more often
const MOST_MOUNTS = 4

interface Mount {
  readonly host: string
  readonly inside: RegExp
}

/** The root of the host under another name: what is removed there is removed here. */
function mountsOf(args: readonly Text[]): readonly Mount[] {
  return args.flatMap(({ value }) => {
    const found =
      /^(?:-v|--volume=)?\/:(\/[\w./-]+?)(?::[\w,]+)?$/u.exec(value) ??
      /(?:source|src)=\/,(?:target|dst|destination)=(\/[\w./-]+)/u.exec(value)
    return found === null
      ? []
      : [{ host: '/', inside: new RegExp(`${found[1]!.replaceAll('.', String.raw`\.`)}/?`, 'gu') }]
  })
}

/** A Dockerfile that is written in the same line. */
function runRecipe(call: Call, shell: Shell): void {
  const { stdin } = call.scope
  if (stdin === undefined || !call.args.some((arg) => arg.value === '-')) return
  for (const line of stdin.value.split('\n'))
    if (/^\s{0,8}RUN\s/iu.test(line))
      shell.runScript(text(line.trim().slice(4), stdin.from), call.scope, call.id)
}

function listedNames(args: readonly Text[], id: number): Text | undefined {
  const isQuiet = args.some((arg) => /^-[a-z]*q[a-z]*$|^--quiet$/u.test(arg.value))
  return isQuiet ? text(SOME_NAME, [id]) : undefined
}

const kubectl: ProgramHandler = (call, shell) => {
  if (call.args.some((arg) => arg.value === 'completion')) return text('', [call.id])
  const at = call.args.findIndex((arg) => /^(?:exec|run|debug|rsh)$/u.test(arg.value))
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
  const at = call.args.findIndex((arg) => /^(?:-c|-C|--command)(?:$|=)/u.test(arg.value))
  const attached = /^--command=(.+)$/su.exec(call.args[at]?.value ?? '')
  if (at >= 0)
    return shell.runScript(
      attached === null ? (call.args[at + 1] ?? text('')) : text(attached[1]!, call.args[at]!.from),
      call.scope,
      call.id,
    )
  const dashes = call.args.findIndex((arg) => arg.value === '--')
  return dashes < 0
    ? maybeSetup(call, shell)
    : shell.runScript(join(call.args.slice(dashes + 1), ' '), call.scope, call.id)
}

/** `minikube ssh command`. */
const machine: ProgramHandler = (call, shell) => {
  const [subcommand, ...rest] = readOptions(call.args, { values: 'pn', longValues: ['profile', 'node'] }).rest
  if (subcommand?.value !== 'ssh') return maybeSetup(call, shell)
  const words = readOptions(rest, { values: 'n', longValues: ['node'] }).rest
  return shell.runScript(join(words, ' '), call.scope, call.id)
}

/** Clouds run text on their machines: `aws ssm send-command --parameters 'commands=["…"]'`, `az … --scripts "…"`. */
const cloud: ProgramHandler = (call, shell) => {
  for (const [at, arg] of call.args.entries()) {
    const isScripts = /^--(?:scripts|command-string)$/u.test(arg.value)
    if (isScripts && call.args[at + 1] !== undefined) shell.runScript(call.args[at + 1]!, call.scope, call.id)
    const list = /^commands=\[?(.+?)\]?$/su.exec(arg.value)
    if (list !== null)
      for (const line of list[1]!.split(/["'],\s{0,8}["']/u))
        shell.runScript(text(line.replaceAll(/^["']|["']$/gu, ''), arg.from), call.scope, call.id)
  }
  return maybeSetup(call, shell)
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
  gcloud: vagrant,
  minikube: machine,
  aws: cloud,
  az: cloud,
  buildah: docker,
  incus: docker,
  fly: vagrant,
  flyctl: vagrant,
  multipass: docker,
}

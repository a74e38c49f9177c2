import type { Call, ProgramHandler, ProgramTable, Shell } from '../call.ts'
import { join, text, type Text } from '../text.ts'
import { maybeSetup } from './outputs.ts'
import { readOptions, type OptionShape } from './option-words.ts'

/** A program that starts the command standing behind its own options. */
interface Prefix extends OptionShape {
  /** Operands of its own before the command: a user, a time limit, a lock file. */
  readonly operands?: number
  /** Options whose value is shell text. */
  readonly scripts?: readonly string[]
  /** An option whose value is shell text behind a `|`. */
  readonly pipes?: string
  /** A flag that makes the first word behind it shell text. */
  readonly shells?: string
}

const PREFIXES: Readonly<Record<string, Prefix>> = {
  sudo: {
    values: 'ugphCcrtTUDR',
    longValues: [
      'user',
      'group',
      'prompt',
      'host',
      'close-from',
      'chdir',
      'chroot',
      'role',
      'type',
      'other-user',
    ],
  },
  doas: { values: 'uC' },
  pkexec: { longValues: ['user'] },
  timeout: { values: 'sk', longValues: ['signal', 'kill-after'], operands: 1 },
  gtimeout: { values: 'sk', longValues: ['signal', 'kill-after'], operands: 1 },
  nohup: {},
  nice: { values: 'n', longValues: ['adjustment'] },
  ionice: { values: 'cnpPu', longValues: ['class', 'classdata'] },
  chrt: { values: 'TPD', operands: 1 },
  taskset: { operands: 1 },
  numactl: { values: 'NmiCp' },
  stdbuf: { values: 'ioe', longValues: ['input', 'output', 'error'] },
  setsid: {},
  time: { values: 'of', longValues: ['output', 'format'] },
  builtin: {},
  exec: { values: 'a' },
  busybox: {},
  toybox: {},
  coreutils: {},
  chroot: { longValues: ['userspec', 'groups'], operands: 1 },
  unshare: { values: 'SGRw', longValues: ['setuid', 'setgid', 'root', 'wd', 'propagation', 'kill-child'] },
  nsenter: { values: 'tSGrw', longValues: ['target', 'setuid', 'setgid'] },
  strace: { values: 'eoapsuPEIbSUX', pipes: 'o' },
  ltrace: { values: 'eoapsunlx' },
  gosu: { operands: 1 },
  'su-exec': { operands: 1 },
  setuidgid: { operands: 1 },
  chpst: { values: 'uUbedPnlLmoptc/' },
  setpriv: { longValues: ['reuid', 'regid', 'groups'] },
  fakeroot: {},
  firejail: {},
  unbuffer: {},
  chronic: {},
  proxychains: { values: 'f' },
  proxychains4: { values: 'f' },
  torsocks: {},
  torify: {},
  catchsegv: {},
  tini: { values: 'ep' },
  'dumb-init': {},
  'xvfb-run': { values: 'ensfp' },
  'dbus-run-session': {},
  'systemd-run': {
    values: 'puEMHGt',
    longValues: ['unit', 'property', 'setenv', 'machine', 'slice', 'uid', 'gid'],
  },
  'systemd-inhibit': {},
  caffeinate: { values: 'tw' },
  arch: {},
  rlwrap: {},
  cpulimit: { values: 'lpe' },
  prlimit: {},
  valgrind: {},
  'cross-env': {},
  dotenv: { values: 'efcpv' },
  winpty: {},
  wsl: { values: 'du', longValues: ['distribution', 'user'] },
  'ld.so': {},
  'ld-linux-x86-64.so.2': {},
  'ld-linux.so.2': {},
  npx: { values: 'pc', longValues: ['package', 'call'], scripts: ['c', 'call'] },
  pnpx: {},
  bunx: {},
  uvx: { longValues: ['from', 'with'] },
  nodemon: { values: 'xew', longValues: ['exec', 'ext', 'watch'], scripts: ['x', 'exec'] },
  entr: { shells: 's' },
  wine: {},
  wine64: {},
  volta: {},
  shx: {},
  noglob: {},
  nocorrect: {},
  '-': {},
}

/** Commands started by a sub-command: `poetry run …`. */
const SUBCOMMAND_PREFIXES: Readonly<Record<string, readonly string[]>> = {
  bundle: ['exec'],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx', 'node'],
  lerna: ['exec'],
  nx: ['exec'],
  tox: ['exec'],
  fnm: ['exec'],
  nvm: ['exec'],
  corepack: ['npm', 'pnpm', 'yarn'],
  poetry: ['run'],
  pipenv: ['run'],
  uv: ['run'],
  rye: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  conda: ['run'],
  mamba: ['run'],
  mise: ['exec', 'x'],
  asdf: ['exec'],
  rbenv: ['exec'],
  pyenv: ['exec'],
  dotenvx: ['run'],
  doppler: ['run'],
  op: ['run'],
  perf: ['record', 'stat'],
  direnv: ['exec'],
  'aws-vault': ['exec'],
}

/** Starts `words`, taking `NAME=value` in front of them as the environment. */
export function runAfterAssignments(words: readonly Text[], call: Call, shell: Shell): Text {
  let at = 0
  const restore: [string, ReturnType<Shell['memory']['get']>][] = []
  for (; at < words.length; at += 1) {
    const found = /^([A-Za-z_]\w*)=/u.exec(words[at]!.value)
    if (found === null) break
    restore.push([`$${found[1]}`, shell.memory.get(`$${found[1]}`)])
    shell.setVariable(found[1]!, [text(words[at]!.value.slice(found[0].length), words[at]!.from)])
  }
  const output = shell.runWords(words.slice(at), call.scope)
  for (const [key, before] of restore.reverse()) shell.memory.set(key, before)
  return output
}

function prefixHandler({ operands = 0, scripts = [], pipes, shells, ...shape }: Prefix): ProgramHandler {
  return (call, shell) => {
    const { rest, isAmbiguous, values, flags } = readOptions(call.args, shape)
    // `sudo -s` and `sudo -i` without a command are a shell that reads its input
    if (rest.length === 0 && call.scope.stdin !== undefined && (flags.has('s') || flags.has('i')))
      return shell.runWords([text('sh')], call.scope)
    for (const name of scripts) {
      const script = values.get(name)
      if (script !== undefined) return shell.runScript(script, call.scope, call.id)
    }
    const piped = pipes === undefined ? undefined : values.get(pipes)
    if (piped?.value.startsWith('|') === true)
      shell.runScript(text(piped.value.replace(/^[|!]{1,2}/u, ''), piped.from), call.scope, call.id)
    if (shells !== undefined && flags.has(shells))
      return shell.runScript(rest[0] ?? text(''), call.scope, call.id)
    const folder = values.get('D') ?? values.get('chdir')
    const output = inFolder(folder, call, shell, () => runAfterAssignments(rest.slice(operands), call, shell))
    // an option we do not know may have taken the word we read as the program
    if (isAmbiguous && rest.length > operands + 1)
      shell.runWords(rest.slice(operands + 1), { ...call.scope, certain: false })
    return output
  }
}

function subcommandHandler(subcommands: readonly string[]): ProgramHandler {
  return (call, shell) => {
    const at = call.args.findIndex((arg) => subcommands.includes(arg.value))
    if (at < 0) return maybeSetup(call, shell)
    const scriptAt = call.args.findIndex((arg, index) => index > at && /^(?:-c|--call)$/u.test(arg.value))
    if (scriptAt >= 0 && /^(?:npm|pnpm)$/u.test(call.program))
      return shell.runScript(call.args[scriptAt + 1] ?? text(''), call.scope, call.id)
    const dashes = call.args.findIndex((arg, index) => index > at && arg.value === '--')
    const rest = dashes >= 0 ? call.args.slice(dashes + 1) : readOptions(call.args.slice(at + 1), {}).rest
    // the sub-command is a program of its own
    if (call.program === 'corepack' || call.args[at]!.value === 'node')
      return shell.runWords(call.args.slice(at), call.scope)
    if (rest.length === 1 && rest[0]!.value.includes(' '))
      return shell.runScript(rest[0]!, call.scope, call.id)
    if (call.program === 'nvm') shell.runWords(rest.slice(1), call.scope)
    if (call.program === 'direnv') return shell.runWords(rest.slice(1), call.scope)
    return runAfterAssignments(rest, call, shell)
  }
}

const env: ProgramHandler = (call, shell) => {
  const { rest, values } = readOptions(call.args, {
    values: 'uCSaP',
    longValues: ['unset', 'chdir', 'split-string', 'argv0'],
  })
  const split = values.get('S') ?? values.get('split-string')
  if (split !== undefined) return shell.runScript(splitString(split, rest), call.scope, call.id)
  const words = rest
  // without a command it prints the environment
  if (words.length === 0) return undefined
  return inFolder(values.get('C') ?? values.get('chdir'), call, shell, () =>
    runAfterAssignments(words, call, shell),
  )
}

/** `env -S` reads quotes, escapes and variables nearly as a shell does. */
function splitString(line: Text, rest: readonly Text[]): Text {
  const blanks = line.value.replaceAll(/\\[_tnrfv]/gu, ' ')
  const words = rest.map((word) => text(`'${word.value.replaceAll("'", String.raw`'\''`)}'`, word.from))
  return join([text('env'), text(blanks, line.from), ...words], ' ')
}

/** Some wrappers change the folder for what they start. */
function inFolder(folder: Text | undefined, call: Call, shell: Shell, run: () => Text): Text {
  if (folder === undefined) return run()
  return shell.memory.isolate(() => {
    shell.runWords([text('cd'), folder], call.scope)
    return run()
  })
}

/** `start-stop-daemon --exec program -- arguments`. */
const daemon: ProgramHandler = (call, shell) => {
  const at = call.args.findIndex((arg) => /^(?:-x|-a|--exec|--startas)(?:=|$)/u.test(arg.value))
  const attached = /=(.+)$/su.exec(call.args[at]?.value ?? '')
  const program = attached === null ? call.args[at + 1] : text(attached[1]!, call.args[at]!.from)
  const dashes = call.args.findIndex((arg) => arg.value === '--')
  if (at < 0 || program === undefined) return undefined
  return shell.runWords([program, ...(dashes < 0 ? [] : call.args.slice(dashes + 1))], call.scope)
}

const command: ProgramHandler = (call, shell) => {
  const { rest, flags } = readOptions(call.args, {})
  if (flags.has('v') || flags.has('V')) return text(`/usr/bin/${rest[0]?.value ?? ''}\n`, [call.id])
  return shell.runWords(rest, call.scope)
}

/** Programs that start another one given as words of their own. */
export const prefixes: ProgramTable = {
  ...Object.fromEntries(Object.entries(PREFIXES).map(([name, prefix]) => [name, prefixHandler(prefix)])),
  ...Object.fromEntries(
    Object.entries(SUBCOMMAND_PREFIXES).map(([name, subs]) => [name, subcommandHandler(subs)]),
  ),
  env,
  command,
  'start-stop-daemon': daemon,
}

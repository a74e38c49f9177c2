import type { Call, ProgramHandler, ProgramTable, Scope, Shell } from '../call.ts'
import { EMPTY, join, text, type Text } from '../text.ts'
import { readOptions } from './option-words.ts'

/** Every program that executes shell text it is given. */
export const SHELL_NAMES: ReadonlySet<string> = new Set(
  'sh bash dash zsh ksh ksh93 mksh ash fish csh tcsh rbash rzsh yash posh xonsh nu elvish oksh eval source . iex invoke-expression pwsh powershell cmd'.split(
    ' ',
  ),
)

const STDIN_PATHS = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'])

interface ShellWords {
  readonly takesText: boolean
  readonly readsStdin: boolean
  readonly operands: readonly Text[]
  readonly extraFiles: readonly Text[]
}

/** The options of `bash` and its relatives, where `-c` may hide in a cluster such as `-lc`. */
function readShellWords(args: readonly Text[]): ShellWords {
  let takesText = false
  let readsStdin = false
  let at = 0
  const extraFiles: Text[] = []
  for (; at < args.length; at += 1) {
    const word = args[at]!.value
    if (word === '--' || word === '-') {
      at += 1
      break
    }
    if (!/^[-+]./u.test(word)) break
    if (word.startsWith('--')) {
      const inline = word.startsWith('--command=')
      if (inline)
        return { takesText: true, readsStdin, operands: [text(word.slice(10), args[at]!.from)], extraFiles }
      if (word === '--command') takesText = true
      if (word === '--rcfile' || word === '--init-file') extraFiles.push(args[(at += 1)] ?? EMPTY)
      continue
    }
    if (word.startsWith('-') && /[cC]/u.test(word)) takesText = true
    if (word.startsWith('-') && word.includes('s')) readsStdin = true
    if (/[oO]$/u.test(word)) at += 1
  }
  return { takesText, readsStdin, operands: args.slice(at), extraFiles }
}

const shell: ProgramHandler = (call, around) => {
  const { takesText, readsStdin, operands, extraFiles } = readShellWords(call.args)
  for (const file of extraFiles) runFile(file, [], call, around)
  if (takesText) return runWithPositions(operands[0] ?? EMPTY, operands.slice(2), operands[1], call, around)
  const [file] = operands
  if (readsStdin || file === undefined || STDIN_PATHS.has(file.value)) {
    const { stdin } = call.scope
    if (stdin === undefined) return EMPTY
    const positions = readsStdin ? operands : operands.slice(1)
    return runWithPositions(stdin, positions, undefined, call, around, { ...call.scope, stdin: undefined })
  }
  return runFile(file, operands.slice(1), call, around)
}

function runFile(file: Text, positions: readonly Text[], call: Call, around: Shell): Text | undefined {
  const content = around.readFile(file.value)
  return content && runWithPositions(content, positions, file, call, around)
}

/** A shell of its own: it sees the variables, but what it changes is gone afterwards. */
function runWithPositions(
  script: Text,
  positions: readonly Text[],
  zeroth: Text | undefined,
  call: Call,
  around: Shell,
  scope: Scope = call.scope,
): Text {
  return around.memory.isolate(() => {
    setPositions(positions, around)
    if (zeroth !== undefined) around.setVariable('0', [zeroth])
    return around.runScript(script, scope, call.id)
  })
}

export function setPositions(positions: readonly Text[], around: Shell): void {
  around.setVariable('@', positions)
  around.setVariable('*', positions)
  for (let at = 0; at < positions.length && at < 20; at += 1)
    around.setVariable(String(at + 1), [positions[at]!])
}

/** PowerShell's `eval` also takes its text from the pipe. */
const invokeExpression: ProgramHandler = (call, around) =>
  call.args.length === 0 && call.scope.stdin !== undefined
    ? around.runScript(call.scope.stdin, call.scope, call.id)
    : evaluate(call, around)

const evaluate: ProgramHandler = (call, around) => {
  const words = call.args[0]?.value === '--' ? call.args.slice(1) : call.args
  return around.runScript(join(words, ' '), call.scope, call.id)
}

const source: ProgramHandler = (call, around) => {
  const file = call.args.find((arg) => arg.value !== '--')
  if (file === undefined) return EMPTY
  const content = STDIN_PATHS.has(file.value) ? call.scope.stdin : around.readFile(file.value)
  return content && around.runScript(content, call.scope, call.id)
}

/** `su -c 'text'`, `runuser -c`, `script -c`: the text runs in a shell; `--` or words after the user do too. */
const textOption: ProgramHandler = (call, around) => {
  const { values, rest, flags } = readOptions(reorderedOptions(call.args), {
    values: 'cgGsuw',
    longValues: ['command', 'session-command', 'group', 'shell', 'user'],
  })
  const script = values.get('c') ?? values.get('command') ?? values.get('session-command')
  if (script !== undefined) return around.runScript(script, call.scope, call.id)
  if (call.program === 'runuser' && flags.has('u')) return around.runWords(rest, call.scope)
  if (call.program === 'script' || call.scope.stdin === undefined) return EMPTY
  return around.runScript(call.scope.stdin, call.scope, call.id)
}

/** `su - user -c text` puts the option behind the operands; options are looked for everywhere. */
function reorderedOptions(args: readonly Text[]): readonly Text[] {
  const at = args.findIndex((arg) => /^-[a-z]*c$|^--(?:session-)?command/u.test(arg.value))
  return at > 0 ? [...args.slice(at), ...args.slice(0, at)] : args
}

const trap: ProgramHandler = (call, around) => {
  const action = call.args.find((arg) => arg.value !== '--')
  if (action === undefined || action.value.startsWith('-') || call.args.length < 2) return EMPTY
  around.runScript(action, call.scope, call.id)
  return EMPTY
}

/** `watch`, `hyperfine` and their like hand their words, joined, to a shell. */
const joinedWords: ProgramHandler = (call, around) => {
  const { rest } = readOptions(call.args, {
    values: 'nqdwrmMpSs',
    longValues: ['interval', 'warmup', 'runs', 'prepare'],
  })
  if (rest.length === 1 || call.program === 'watch')
    return around.runScript(join(rest, ' '), call.scope, call.id)
  for (const word of rest) around.runScript(word, call.scope, call.id)
  return undefined
}

/** The commands of a crontab; in those of the system a user stands before them. */
export function withoutTimes(table: Text, hasUser = false): Text {
  const times = /^(?:@\w{1,20}|(?:[\w*,/-]{1,40}[ \t]{1,8}){5})[ \t]{0,8}/gmu
  const commands = table.value.replaceAll(times, '')
  return text(hasUser ? commands.replaceAll(/^[\w-]{1,40}[ \t]/gmu, '') : commands, table.from)
}

/** Text that a daemon will run later: `at`, `batch`, `crontab -`. */
const later: ProgramHandler = (call, around) => {
  const isTable = call.program === 'crontab'
  if (isTable && call.args.some((arg) => /^-[a-z]*[lre]/u.test(arg.value))) return EMPTY
  const fileAt = call.args.findIndex((arg) => arg.value === '-f')
  const file = fileAt >= 0 ? call.args[fileAt + 1] : isTable ? call.args.at(-1) : undefined
  const isStdin = file === undefined || STDIN_PATHS.has(file.value)
  const stdin = isStdin ? call.scope.stdin : around.readFile(file.value)
  if (stdin === undefined) return EMPTY
  const script = isTable ? withoutTimes(stdin) : stdin
  around.runScript(script, call.scope, call.id)
  return EMPTY
}

/** `flock file cmd…` and `flock file -c 'text'`. */
const flock: ProgramHandler = (call, around) => {
  const { rest } = readOptions(call.args, { values: 'wE', longValues: ['timeout', 'conflict-exit-code'] })
  const [, ...words] = rest
  if (words[0]?.value === '-c' || words[0]?.value === '--command')
    return around.runScript(words[1] ?? EMPTY, call.scope, call.id)
  return around.runWords(words, call.scope)
}

const ordinary = 'sh bash dash zsh ksh ksh93 mksh ash fish csh tcsh rbash rzsh yash posh xonsh oksh'.split(
  ' ',
)

/** Shells, and programs that hand text to one. */
export const shells: ProgramTable = {
  ...Object.fromEntries(ordinary.map((name) => [name, shell])),
  eval: evaluate,
  iex: invokeExpression,
  'invoke-expression': invokeExpression,
  source,
  '.': source,
  su: textOption,
  runuser: textOption,
  newgrp: textOption,
  script: textOption,
  trap,
  watch: joinedWords,
  hyperfine: joinedWords,
  at: later,
  batch: later,
  crontab: later,
  flock,
}

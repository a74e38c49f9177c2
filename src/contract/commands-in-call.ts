import { globListMatcher } from '../kit/glob.ts'
import { byName } from '../kit/name-memo.ts'
import type { EventOf, JsonObject, JsonValue } from '../model/index.ts'
import { analyseArgv, analyseCommandLine, type ShellAnalysis } from '../shell/index.ts'

/** A command line found in a call's arguments. */
export interface FoundCommand {
  readonly in: string
  readonly text: string
  readonly analysis: ShellAnalysis
}

/** Tools whose arguments a shell will read, by the names agents give them. */
const isShellTool = byName(
  globListMatcher(
    [
      '*bash*',
      'sh',
      'zsh',
      'fish',
      'cmd',
      '*shell*',
      '*terminal*',
      '*_exec',
      'exec',
      'exec_*',
      'execute',
      '*run_command*',
      '*execute_command*',
      '*command_line*',
      '*run_script*',
      'run',
      'process',
    ],
    { ignoreCase: true },
  ),
)

/** Arguments that hold a command line whatever the tool is called. */
const COMMAND_KEYS: ReadonlySet<string> = new Set([
  'command',
  'commands',
  'cmd',
  'cmds',
  'shell_command',
  'bash_command',
  'command_line',
  'commandline',
  'shell',
  'bash',
])
const LIST_OF_LINES: ReadonlySet<string> = new Set(['commands', 'cmds'])
const ARGUMENT_KEYS = ['args', 'arguments', 'argv', 'parameters'] as const
const MAX_COMMAND_CHARS = 1_000_000

// several clauses look at the same call one after the other; by the event and not by its arguments, because
// a client may change its arguments in place and call again
let lastCall: EventOf<'tool-call'> | undefined
let lastFound: readonly FoundCommand[] = []

export function commandsInCall(call: EventOf<'tool-call'>): readonly FoundCommand[] {
  if (call === lastCall) return lastFound
  lastFound = find(call.tool, call.args)
  lastCall = call
  return lastFound
}

const isCommandKey = byName((key) => COMMAND_KEYS.has(key.toLowerCase()))

function find(tool: string, args: JsonObject): readonly FoundCommand[] {
  let result: FoundCommand[] | undefined
  const shellTool = isShellTool(tool)
  for (const key in args) {
    const named = isCommandKey(key)
    if (!named && !shellTool) continue
    const value = args[key]!
    // the arguments of `{command: "rm", args: ["-rf", "/"]}` are read with their command
    if (
      !named &&
      Array.isArray(value) &&
      (ARGUMENT_KEYS as readonly string[]).includes(key) &&
      hasProgram(args)
    )
      continue
    for (const command of commandsIn(key, value, args)) (result ??= []).push(command)
  }
  return result ?? []
}

function commandsIn(key: string, value: JsonValue, args: JsonObject): readonly FoundCommand[] {
  const path = `args.${key}`
  if (typeof value === 'string') {
    const rest = ARGUMENT_KEYS.map((name) => args[name]).find(isWords)
    if (rest !== undefined && isCommandKey(key))
      return [fromWords(path, [...value.trim().split(/\s+/u), ...rest])]
    return value === '' ? [] : [fromLine(path, value)]
  }
  if (!isWords(value)) return []
  return LIST_OF_LINES.has(key.toLowerCase())
    ? value.map((line, index) => fromLine(`${path}[${index}]`, line))
    : [fromWords(path, value)]
}

function hasProgram(args: JsonObject): boolean {
  return Object.keys(args).some((key) => isCommandKey(key) && typeof args[key] === 'string')
}

function fromLine(path: string, text: string): FoundCommand {
  // longer than any command line: what could hide behind the cut is not known
  if (text.length > MAX_COMMAND_CHARS)
    return { in: path, text: text.slice(0, 1000), analysis: tooLong(text.length) }
  return { in: path, text, analysis: analyseCommandLine(text) }
}

function fromWords(path: string, words: readonly string[]): FoundCommand {
  return { in: path, text: words.join(' '), analysis: analyseArgv(words) }
}

function tooLong(length: number): ShellAnalysis {
  return {
    commands: [],
    flows: [],
    undecidable: [{ kind: 'too-complex', span: { start: 0, end: length }, text: '' }],
  }
}

function isWords(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string')
}

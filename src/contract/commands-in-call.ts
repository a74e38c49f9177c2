import type { EventOf, JsonObject, JsonValue } from '../model/index.ts'
import { analyseArgv, analyseCommandLine, type ShellAnalysis } from '../shell/index.ts'
import { isShellTool, kindOf, type KeyKind } from './command-keys.ts'
import { assertReadable } from './text-places.ts'

/** A command line found in a call's arguments. */
export interface FoundCommand {
  readonly in: string
  readonly text: string
  readonly analysis: ShellAnalysis
}

const MAX_COMMAND_CHARS = 1_000_000

// several clauses look at the same call one after the other; by the event and not by its arguments, because
// a client may change its arguments in place and call again
let lastCall: EventOf<'tool-call'> | undefined
let lastFound: readonly FoundCommand[] = []

export function commandsInCall(call: EventOf<'tool-call'>): readonly FoundCommand[] {
  if (call === lastCall) return lastFound
  const found: FoundCommand[] = []
  find(call.args, isShellTool(call.tool), 'args', 0, found)
  lastFound = found
  lastCall = call
  return lastFound
}

/** What stands beside a command: the arguments of its program, and the folder it runs in. */
interface Beside {
  readonly words: readonly string[] | undefined
  readonly folder: string | undefined
}

/** Looks through one object; inside a shell's arguments, and inside a command's, every text is a command. */
function find(args: JsonObject, isShell: boolean, path: string, depth: number, found: FoundCommand[]): void {
  assertReadable(depth)
  let beside: Beside | undefined
  for (const key in args) {
    const value = args[key]!
    const kind = kindOf(key)
    const isNested = value !== null && typeof value === 'object'
    if (kind === 'other' && !isShell && !isNested) continue
    const { words, folder } = (beside ??= besideOf(args))
    const isCommand = kind === 'command' || kind === 'lines' || (kind === 'program' && words !== undefined)
    // the arguments of `{command: "rm", args: ["-rf", "/"]}` are read with their command
    if (kind === 'arguments' && words !== undefined && hasProgram(args)) continue
    const inner = `${path}.${key}`
    if (isCommand) commandsIn(value, kind, { words, folder }, inner, depth, found)
    else if (isShell) commandsIn(value, kind, { words: undefined, folder }, inner, depth, found)
    else findBelow(value, false, inner, depth, found)
  }
}

function findBelow(
  value: JsonValue,
  isShell: boolean,
  path: string,
  depth: number,
  found: FoundCommand[],
): void {
  if (value === null || typeof value !== 'object') return
  assertReadable(depth)
  if (Array.isArray(value))
    value.forEach((each: JsonValue, index) => findBelow(each, isShell, `${path}[${index}]`, depth + 1, found))
  else find(value as JsonObject, isShell, path, depth + 1, found)
}

function commandsIn(
  value: JsonValue,
  kind: KeyKind,
  { words, folder }: Beside,
  path: string,
  depth: number,
  found: FoundCommand[],
): void {
  assertReadable(depth)
  if (typeof value === 'string') {
    if (value === '') return
    if (words === undefined) found.push(fromLine(path, value, folder))
    else {
      found.push(fromWords(path, [...value.trim().split(/\s+/u), ...words], folder))
      // some tools hand the text to a shell all the same
      if (/[;&|<>$`\n]/u.test(value)) found.push(fromLine(path, value, folder))
    }
    return
  }
  if (!Array.isArray(value)) return findBelow(value, true, path, depth, found)
  const list = wordsOf(value)
  if (list === undefined)
    value.forEach((each: JsonValue, index) =>
      commandsIn(each, 'other', { words: undefined, folder }, `${path}[${index}]`, depth + 1, found),
    )
  else fromList(list, kind, path, folder, found)
}

/** A list is the words of one command, or lines: what no single word could be. */
function fromList(
  list: readonly string[],
  kind: KeyKind,
  path: string,
  folder: string | undefined,
  found: FoundCommand[],
): void {
  const hasLines = list.length === 1 || /\s/u.test(list[0]!.trim())
  if (kind === 'lines' || hasLines) found.push(fromLine(path, list.join('\n'), folder))
  if (!hasLines) found.push(fromWords(path, list, folder))
}

function besideOf(args: JsonObject): Beside {
  let words: readonly string[] | undefined
  let folder: string | undefined
  for (const key in args) {
    const value = args[key]!
    const kind = kindOf(key)
    if (kind === 'folder' && typeof value === 'string' && value !== '') folder ??= value
    if (kind === 'arguments') words ??= typeof value === 'string' ? splitWords(value) : wordsOf(value)
  }
  return { words, folder }
}

function hasProgram(args: JsonObject): boolean {
  return Object.keys(args).some(
    (key) => /^(?:command|program)$/u.test(kindOf(key)) && typeof args[key] === 'string',
  )
}

function fromLine(path: string, text: string, folder: string | undefined): FoundCommand {
  // longer than any command line: what could hide behind the cut is not known
  if (text.length > MAX_COMMAND_CHARS)
    return { in: path, text: text.slice(0, 1000), analysis: tooLong(text.length) }
  return { in: path, text, analysis: analyseCommandLine(text, folder) }
}

function fromWords(path: string, words: readonly string[], folder: string | undefined): FoundCommand {
  return { in: path, text: words.join(' '), analysis: analyseArgv(words, folder) }
}

function tooLong(length: number): ShellAnalysis {
  return {
    commands: [],
    flows: [],
    undecidable: [{ kind: 'too-complex', span: { start: 0, end: length }, text: '' }],
  }
}

function splitWords(line: string): readonly string[] | undefined {
  const trimmed = line.trim()
  return trimmed === '' ? undefined : trimmed.split(/\s+/u)
}

/** The words of a list that holds nothing but words, numbers among them included. */
function wordsOf(value: JsonValue): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const words: string[] = []
  for (const each of value as readonly JsonValue[]) {
    if (each === null || typeof each === 'object') return undefined
    words.push(String(each))
  }
  return words
}

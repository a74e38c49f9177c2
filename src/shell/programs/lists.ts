import type { Call, ProgramHandler, ProgramTable, Shell } from '../call.ts'
import { wordsOf } from '../fields.ts'
import { normalPath } from '../paths.ts'
import { activateGlobs, ANY_PATH, ANY_TEXT, asOneWord, GLOB_ONE, isSymbolic } from '../symbols.ts'
import { EMPTY, join, text, type Text } from '../text.ts'
import { readOptions } from './option-words.ts'

// of a long list only so many items are tried one by one
const MOST_ITEMS = 16

/** Lines of an input; unknown input is one unknown line. */
function linesOf(input: Text | undefined, separator: string): readonly Text[] {
  if (input === undefined) return [text(ANY_TEXT)]
  const lines = input.value.split(separator).filter((line) => line !== '')
  if (lines.length > MOST_ITEMS) return [text(ANY_TEXT, input.from)]
  return lines.map((line) => text(asOneWord(line), input.from))
}

function replaceIn(words: readonly Text[], placeholder: string, item: Text): readonly Text[] {
  return words.map((word) =>
    word.value.includes(placeholder)
      ? join(
          [
            text(
              word.value.replaceAll(placeholder, () => item.value),
              word.from,
            ),
            text('', item.from),
          ],
          '',
        )
      : word,
  )
}

const xargs: ProgramHandler = (call, shell) => {
  const { rest, values, flags } = readOptions(call.args, {
    values: 'aEdILnPs',
    longValues: ['arg-file', 'delimiter', 'max-lines', 'max-args', 'max-procs', 'max-chars'],
  })
  const file = values.get('a') ?? values.get('arg-file')
  const input = file === undefined ? call.scope.stdin : (shell.readFile(file.value) ?? text(ANY_TEXT))
  const words = rest.length === 0 ? [text('echo')] : rest
  const scope = { ...call.scope, stdin: undefined }
  const placeholder =
    values.get('I')?.value ??
    values.get('replace')?.value ??
    (flags.has('i') || flags.has('replace') ? '{}' : undefined)
  const separator =
    flags.has('0') || flags.has('null') ? '\0' : (values.get('d')?.value ?? values.get('delimiter')?.value)
  if (placeholder !== undefined)
    return join(
      linesOf(input, separator ?? '\n').map((item) =>
        shell.runWords(replaceIn(words, placeholder, item), scope),
      ),
      '',
    )
  const items =
    input === undefined
      ? []
      : separator === undefined
        ? wordsOf(input)
        : linesOf(input, separator === String.raw`\n` ? '\n' : separator)
  return shell.runWords([...words, ...items.map(withoutQuotes)], scope)
}

/** `xargs` takes quotes and backslashes off by itself. */
function withoutQuotes(item: Text): Text {
  return /["'\\]/u.test(item.value) ? text(item.value.replaceAll(/["'\\]/gu, ''), item.from) : item
}

const parallel: ProgramHandler = (call, shell) => {
  const { rest, values, flags } = readOptions(call.args, {
    values: 'jnNaSICL',
    longValues: ['jobs', 'delay', 'retries', 'joblog', 'max-args', 'arg-file'],
  })
  const at = rest.findIndex((word) => SOURCE.test(word.value))
  const words = at < 0 ? rest : rest.slice(0, at)
  if (flags.has('pipe')) return shell.runScript(join(words, ' '), call.scope, call.id)
  const file = values.get('a') ?? values.get('arg-file')
  const input = file === undefined ? call.scope.stdin : shell.readFile(file.value)
  const sources = at < 0 ? [linesOf(input, '\n')] : sourcesIn(rest.slice(at))
  // several at once where it is told to take more than one
  const takesMore =
    values.has('n') ||
    values.has('N') ||
    values.has('max-args') ||
    flags.has('X') ||
    flags.has('m') ||
    flags.has('xargs')
  const rounds = takesMore ? [[join(sources.flat(), ' ')]] : combinationsOf(sources)
  const scope = { ...call.scope, stdin: undefined }
  return join(
    rounds.map((items) => shell.runScript(join(withItems(words, items), ' '), scope, call.id)),
    '',
  )
}

const SOURCE = /^:::+\+?$/u

/** The lists behind each `:::`. */
function sourcesIn(words: readonly Text[]): readonly (readonly Text[])[] {
  const sources: Text[][] = []
  for (const word of words)
    if (SOURCE.test(word.value)) sources.push([])
    else sources.at(-1)!.push(word)
  return sources.slice(0, MOST_ITEMS)
}

/** One item of every list, in every way, as far as that is worth following. */
function combinationsOf(sources: readonly (readonly Text[])[]): readonly (readonly Text[])[] {
  let all: (readonly Text[])[] = [[]]
  for (const source of sources)
    all = all.flatMap((items) => source.map((item) => [...items, item])).slice(0, MOST_ITEMS)
  return all
}

/** `{}` is every item, `{2}` the second one; without a place they stand at the end. */
function withItems(words: readonly Text[], items: readonly Text[]): readonly Text[] {
  if (!words.some((word) => /\{[^}]*\}/u.test(word.value))) return [...words, ...items]
  const numbered = items.reduce((line, item, index) => replaceIn(line, `{${index + 1}}`, item), words)
  return replaceIn(numbered, '{}', join(items, ' '))
}

interface Walk {
  readonly starts: readonly Text[]
  readonly expression: readonly Text[]
}

function readFind(args: readonly Text[]): Walk {
  let at = 0
  while (/^-[HLPDO]/u.test(args[at]?.value ?? '')) at += args[at]!.value === '-D' ? 2 : 1
  const first = at
  while (at < args.length && !/^(?:-.|[()!,]$)/u.test(args[at]!.value)) at += 1
  const starts = args.slice(first, at)
  return { starts: starts.length === 0 ? [text('.')] : starts, expression: args.slice(at) }
}

const REMOVES = /^(?:[\w./-]*\/)?(?:rm|unlink|shred|srm|wipe)$/u
const STARTS_COMMAND = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const IS_NO_FILTER = new Set([
  '-delete',
  '-print',
  '-print0',
  '-depth',
  '-follow',
  '-xdev',
  '-mount',
  ...STARTS_COMMAND,
])

/** What `{}` ranges over: the start itself and everything below, narrowed by a name where one is asked for. */
function walkedPath(start: Text, expression: readonly Text[]): Text {
  const names = ['-name', '-iname']
    .map((test) => expression.findIndex((word) => word.value === test))
    .filter((at) => at >= 0)
  const name = expression[Math.max(...names) + 1]
  const plain = normalPath(start.value)
  const folder = plain === '/' ? '' : plain
  if (
    names.length === 1 &&
    name !== undefined &&
    !isSymbolic(name.value) &&
    !expression.some((word) => /^(?:-o|-or|!|-not)$/u.test(word.value))
  )
    return text(`${folder}/${ANY_PATH}${activateGlobs(name.value)}`, start.from)
  const isFiltered = expression.some((word) => /^-[a-z]/u.test(word.value) && !IS_NO_FILTER.has(word.value))
  if (isFiltered) return text(`${folder}/${GLOB_ONE}${ANY_PATH}`, start.from)
  return text(folder === '' ? `/${ANY_PATH}` : folder + ANY_PATH, start.from)
}

const find: ProgramHandler = (call, shell) => {
  const { starts, expression } = readFind(call.args)
  const outer = expression.findIndex((word) => STARTS_COMMAND.has(word.value))
  const tests = outer < 0 ? expression : expression.slice(0, outer + 1)
  let output = EMPTY
  for (const start of starts.slice(0, MOST_ITEMS)) {
    const path = walkedPath(start, tests)
    output = join([output, text(`${path.value}\n`, path.from)], '')
    runFindActions(expression, path, call, shell)
  }
  return text(output.value, [call.id])
}

function runFindActions(expression: readonly Text[], path: Text, call: Call, shell: Shell): void {
  for (let at = 0; at < expression.length; at += 1) {
    const action = expression[at]!.value
    // deleting everything one walks over is what `rm -rf` on the start does
    if (action === '-delete') shell.runsLike('rm', [text('-r'), text('-f'), path], call.scope)
    if (!STARTS_COMMAND.has(action)) continue
    const end = expression.findIndex(
      (word, index) =>
        index > at &&
        (word.value === ';' || (word.value === '+' && expression[index - 1]?.value.includes('{}'))),
    )
    const words = expression.slice(at + 1, end < 0 ? undefined : end)
    // removing file after file is as thorough as removing the folder
    if (REMOVES.test(words[0]?.value ?? '') && !action.endsWith('dir'))
      shell.runsLike('rm', [text('-r'), text('-f'), path], call.scope)
    shell.runWords(replaceIn(words, '{}', path), { ...call.scope, stdin: undefined })
    if (end < 0) return
    at = end
  }
}

/** `fd pattern folder -x command {}`. */
const fd: ProgramHandler = (call, shell) => {
  const at = call.args.findIndex((arg) => /^-[a-zA-Z]*[xX]$|^--exec(?:-batch)?$/u.test(arg.value))
  const { rest } = readOptions(at < 0 ? call.args : call.args.slice(0, at), {
    values: 'tedESc',
    longValues: ['type', 'extension', 'max-depth', 'exclude'],
  })
  const start = rest[1] ?? text('.')
  const path = text(`${start.value === '/' ? '' : start.value}/${GLOB_ONE}${ANY_PATH}`, start.from)
  if (at >= 0) {
    const words = call.args.slice(at + 1)
    const placed = words.some((word) => word.value.includes('{'))
      ? replaceIn(words, '{}', path)
      : [...words, path]
    shell.runWords(placed, { ...call.scope, stdin: undefined })
  }
  return text(path.value, [call.id])
}

/** Programs that start a command once for each item of a list. */
export const lists: ProgramTable = {
  xargs,
  gxargs: xargs,
  xe: xargs,
  parallel,
  rush: parallel,
  find,
  gfind: find,
  fd,
  fdfind: fd,
}

import type { ProgramHandler, ProgramTable } from '../call.ts'
import { DEFAULT_SEPARATORS, splitWords } from '../fields.ts'
import { resolvePath } from '../paths.ts'
import { ANY_TEXT, ANY_WORDS, asOneWord, HOME_FOLDER, isFree, SOME_NAME } from '../symbols.ts'
import { EMPTY, text, type Text } from '../text.ts'
import { readOptions } from './option-words.ts'
import { runByName, runIndexes } from './run-by-name.ts'
import { setPositions } from './shells.ts'

const changeFolder: ProgramHandler = (call, shell) => {
  const [target = text(shell.variable('HOME')?.words[0]?.value ?? HOME_FOLDER)] = readOptions(
    call.args,
    {},
  ).rest
  const before = shell.folder()
  const next =
    target.value === '-'
      ? (shell.variable('OLDPWD')?.words[0]?.value ?? '')
      : resolvePath(target.value, before)
  shell.setVariable('OLDPWD', [text(before)])
  shell.memory.set('cwd', [{ words: [text(isFree(next) && !next.startsWith('/') ? ANY_TEXT : next)] }])
  return EMPTY
}

const popFolder: ProgramHandler = (_call, shell) => {
  shell.memory.set('cwd', [{ words: [shell.variable('OLDPWD')?.words[0] ?? EMPTY] }])
  return EMPTY
}

/** `export`, `declare`, `local`, `readonly`: assignments in the shape of arguments. */
const declare: ProgramHandler = (call, shell) => {
  runIndexes(call.args, call.scope, call.id, shell)
  const isReference = call.args.some((arg) => /^-[a-zA-Z]*n/u.test(arg.value)) && call.program !== 'export'
  for (const arg of call.args) {
    const found = /^([A-Za-z_]\w*)(\+?)=/u.exec(arg.value)
    if (found === null) continue
    const value = text(arg.value.slice(found[0].length), arg.from)
    const before = found[2] === '+' ? (shell.variable(found[1]!)?.words[0]?.value ?? '') : ''
    shell.setVariable(found[1]!, [isReference ? text(ANY_TEXT) : text(before + value.value, value.from)])
    runByName(found[1]!, value, call.scope, call.id, shell)
  }
  return EMPTY
}

const unset: ProgramHandler = (call, shell) => {
  runIndexes(call.args, call.scope, call.id, shell)
  const isFunction = call.args[0]?.value === '-f'
  for (const { value } of call.args) {
    if (isFunction || shell.memory.get(`$${value}`) === undefined) shell.memory.set(`()${value}`, undefined)
    if (!isFunction && /^\w+$/u.test(value)) shell.setVariable(value, [])
  }
  return EMPTY
}

/** The first line of the input, split over the names; without a known input the values are unknown. */
const read: ProgramHandler = (call, shell) => {
  runIndexes(call.args, call.scope, call.id, shell)
  const { rest, values } = readOptions(call.args, { values: 'adinNptu' })
  const array = values.get('a')?.value
  const input = call.scope.stdin
  const line = input === undefined ? text(ANY_WORDS) : text(input.value.split('\n')[0] ?? '', input.from)
  const separators = shell.variable('IFS')?.words[0]?.value ?? DEFAULT_SEPARATORS
  const pieces = splitWords(line.value.trim(), separators)
  if (array !== undefined)
    shell.setVariable(
      array,
      pieces.map((piece) => text(asOneWord(piece), line.from)),
    )
  const names = rest.length === 0 ? [text('REPLY')] : rest
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1
    const value = isLast ? pieces.slice(index).join(' ') : (pieces[index] ?? '')
    // a later turn of a reading loop gets a later line, so several lines make the value unknown
    const isOneLine = input === undefined || !input.value.trim().includes('\n')
    if (/^\w+$/u.test(name.value))
      shell.setVariable(name.value, [text(isOneLine ? asOneWord(value) : unknownLine(input), line.from)])
  }
  return EMPTY
}

/** Many lines that all start alike keep that start; otherwise nothing is known of the next one. */
function unknownLine(input: Text): string {
  const lines = input.value.trim().split('\n')
  const areRelative = lines.every(
    (line) => /^[\w.\uE002]/u.test(line) && !isFree(line) && !line.startsWith('..'),
  )
  return areRelative && lines.every((line) => line.startsWith('./') || !line.includes('/'))
    ? `./${SOME_NAME}`
    : ANY_TEXT
}

const readLines: ProgramHandler = (call, shell) => {
  const { rest } = readOptions(call.args, { values: 'dnOsuCc' })
  const input = call.scope.stdin
  const lines =
    input === undefined
      ? [text(ANY_TEXT)]
      : input.value
          .split('\n')
          .filter(Boolean)
          .map((line) => text(asOneWord(line), input.from))
  shell.setVariable(rest[0]?.value ?? 'MAPFILE', lines.slice(0, 64))
  return EMPTY
}

const set: ProgramHandler = (call, shell) => {
  const at = call.args.findIndex((arg) => arg.value === '--' || !/^[-+]/u.test(arg.value))
  if (at < 0 || call.args[at - 1]?.value.endsWith('o') === true) return EMPTY
  setPositions(call.args.slice(call.args[at]!.value === '--' ? at + 1 : at), shell)
  return EMPTY
}

const shift: ProgramHandler = (call, shell) => {
  const count = Number(call.args[0]?.value ?? 1)
  const words = shell.variable('@')?.words ?? []
  setPositions(Number.isInteger(count) ? words.slice(count) : [text(ANY_WORDS)], shell)
  return EMPTY
}

const alias: ProgramHandler = (call, shell) => {
  for (const arg of call.args) {
    const equals = arg.value.indexOf('=')
    if (equals <= 0) continue
    shell.memory.set(`=${arg.value.slice(0, equals)}`, [
      { words: [text(arg.value.slice(equals + 1), arg.from)] },
    ])
  }
  return EMPTY
}

const nothing: ProgramHandler = () => EMPTY

const looksAtIndexes: ProgramHandler = (call, shell) => {
  runIndexes(call.args, call.scope, call.id, shell)
  return EMPTY
}

/** Builtins that change the shell itself or print nothing. */
export const state: ProgramTable = {
  cd: changeFolder,
  chdir: changeFolder,
  pushd: changeFolder,
  'set-location': changeFolder,
  popd: popFolder,
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  setx: declare,
  unset,
  read,
  mapfile: readLines,
  readarray: readLines,
  set,
  shift,
  alias,
  test: looksAtIndexes,
  '[': looksAtIndexes,
  let: looksAtIndexes,
  wait: looksAtIndexes,
  ...Object.fromEntries(
    ': true false exit return break continue sleep shopt umask ulimit unalias mkdir touch kill'
      .split(' ')
      .map((name) => [name, nothing]),
  ),
}

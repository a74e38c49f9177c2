import type { Call, ProgramHandler, ProgramTable, Shell } from '../call.ts'
import { decodeBase32, decodeBase64, decodeHex } from '../decode.ts'
import { isSymbolic } from '../symbols.ts'
import { join, text, unknownText, type Text } from '../text.ts'
import { readOptions, type OptionShape } from './option-words.ts'
import { splitUnescaped, substituteText } from './sed.ts'
import { translateText } from './tr.ts'

/** What a filter reads: its file operands where it has any, else its standard input. */
function inputOf(call: Call, shell: Shell, files: readonly Text[]): Text | undefined {
  const inputs = files.map((file) =>
    file.value === '-' || file.value === '/dev/stdin' ? call.scope.stdin : shell.readFile(file.value),
  )
  const input =
    files.length === 0
      ? call.scope.stdin
      : inputs.includes(undefined)
        ? undefined
        : join(inputs as Text[], '')
  if (input !== undefined) shell.flow(input.from, call.id, 'data')
  return input
}

type Change = (value: string, call: Call, options: ReturnType<typeof readOptions>) => string | undefined

/** A filter whose output can be computed when its input is known. */
function filter(
  shape: OptionShape,
  change: Change,
  isFile = (_operand: Text, _index: number) => true,
): ProgramHandler {
  return (call, shell) => {
    const options = readOptions(call.args, shape)
    const input = inputOf(call, shell, options.rest.filter(isFile))
    const output = input === undefined ? undefined : change(input.value, call, options)
    return output === undefined ? unknownText([call.id]) : text(output, [call.id])
  }
}

const known =
  (change: (value: string) => string | undefined): Change =>
  (value) =>
    isSymbolic(value) ? undefined : change(value)

/** Keeps some of its lines; treating all as kept can only find more. */
const keepsLines: Change = (value) => value

const reversesOrder: Change = (value) =>
  isSymbolic(value) ? value : value.trimEnd().split('\n').toReversed().join('\n')

/** `tail -c +2` leaves out a beginning. */
const keepsEnd: Change = (value, _call, { values }) => {
  const from = /^\+(\d{1,6})$/u.exec((values.get('c') ?? values.get('bytes'))?.value ?? '')
  return from === null || isSymbolic(value) ? value : value.slice(Number(from[1]) - 1)
}

const decodesBase64: Change = (value, _call, { flags }) =>
  isSymbolic(value) || !['d', 'D', 'decode', 'di', 'id'].some((flag) => flags.has(flag))
    ? undefined
    : decodeBase64(value)

const decodesBase32: Change = (value, _call, { flags }) =>
  isSymbolic(value) || !(flags.has('d') || flags.has('decode')) ? undefined : decodeBase32(value)

const xxd: Change = (value, _call, { flags }) => {
  const isReverse = flags.has('r') || flags.has('revert')
  return isSymbolic(value) || !isReverse || !(flags.has('p') || flags.has('ps'))
    ? undefined
    : decodeHex(value)
}

const openssl: ProgramHandler = (call, shell) => {
  const words = call.args.map((arg) => arg.value)
  const decodes =
    (words.includes('base64') || words.includes('-base64') || words.includes('-a')) && words.includes('-d')
  const input = inputOf(call, shell, [])
  const isPlain = !words.some((word) => /^-(?:aes|des|k$|pass|in$)/u.test(word))
  const output =
    decodes && isPlain && input !== undefined && !isSymbolic(input.value)
      ? decodeBase64(input.value)
      : undefined
  return output === undefined ? unknownText([call.id]) : text(output, [call.id])
}

const reversesLines = known((value) =>
  value
    .split('\n')
    .map((line) => Array.from(line).reverse().join(''))
    .join('\n'),
)

const tee: ProgramHandler = (call, shell) => {
  const { rest } = readOptions(call.args, {})
  const input = call.scope.stdin
  if (input !== undefined) shell.flow(input.from, call.id, 'data')
  const output = text(input?.value ?? '', [call.id])
  for (const file of rest) shell.writeFile(file.value, output)
  return output
}

/** `dd of=file` writes what it reads. */
const dd: ProgramHandler = (call, shell) => {
  const operand = (name: string) => {
    const found = call.args.find(({ value }) => value.startsWith(`${name}=`))
    return found === undefined ? undefined : text(found.value.slice(name.length + 1), found.from)
  }
  const source = operand('if')
  const input = inputOf(call, shell, source === undefined ? [] : [source])
  const target = operand('of')
  const change = operand('conv')?.value ?? ''
  const output =
    input === undefined
      ? unknownText([call.id])
      : text(change.includes('lcase') ? input.value.toLowerCase() : input.value, [call.id])
  if (target === undefined) return output
  shell.writeFile(target.value, output)
  return text('', [call.id])
}

const cuts: Change = (value, _call, { values }) => {
  const range = values.get('c')?.value ?? values.get('b')?.value
  const found = range === undefined ? null : /^(\d*)(-?)(\d*)$/u.exec(range)
  if (isSymbolic(value)) return undefined
  if (found !== null) {
    const from = Number(found[1] || 1) - 1
    const to = found[2] === '' ? from + 1 : Number(found[3] || Infinity)
    return value
      .split('\n')
      .map((line) => line.slice(from, to))
      .join('\n')
  }
  const separator = values.get('d')?.value ?? '\t'
  const field = Number(values.get('f')?.value)
  if (!Number.isInteger(field) || separator.length !== 1) return undefined
  return value
    .split('\n')
    .map((line) => (line.includes(separator) ? (line.split(separator)[field - 1] ?? '') : line))
    .join('\n')
}

const sed: ProgramHandler = (call, shell) => {
  const { rest } = readOptions(call.args, { values: 'ef', longValues: ['expression', 'file'] })
  const given = sedScripts(call, shell)
  const script = given.length === 0 ? rest[0] : join(given, '\n')
  const input = inputOf(call, shell, given.length === 0 ? rest.slice(1) : rest)
  if (script !== undefined) runSedCommands(script, input, call, shell)
  const output =
    input === undefined || script === undefined ? undefined : substituteText(script.value, input.value)
  return output === undefined ? unknownText([call.id]) : text(output, [call.id])
}

/** Every `-e script` and `-f file`, in their order. */
function sedScripts(call: Call, shell: Shell): readonly Text[] {
  return call.args.flatMap(({ value, from }, at) => {
    const [option = '', ...attached] = value.split('=')
    const isExpression = option === '--expression' || /^-[nEriszu]*e$/u.test(value)
    const isFile = option === '--file' || /^-[nEriszu]*f$/u.test(value)
    if (!isExpression && !isFile) return []
    const given = attached.length > 0 ? text(attached.join('='), from) : call.args[at + 1]
    const script = given === undefined || isExpression ? given : shell.readFile(given.value)
    return script === undefined ? [] : [script]
  })
}

/** Where a command of sed applies: nothing, numbers, `$` or a short pattern, perhaps two of them. */
const SED_ADDRESS =
  /^\s{0,8}(?:(?:\d{1,9}|\$|\/[^/]{0,80}\/)(?:,(?:\d{1,9}|\$|\/[^/]{0,80}\/))?\s{0,8}!?)?\s{0,8}/u

/** GNU sed runs the rest of an `e` command, and what `s///e` or a bare `e` leave of the line. */
function runSedCommands(script: Text, input: Text | undefined, call: Call, shell: Shell): void {
  const runLine = () => shell.runScript(input ?? unknownText([call.id]), call.scope, call.id)
  for (const line of script.value.replaceAll('\\\n', ' ').split('\n')) {
    const command = line.replace(SED_ADDRESS, '')
    if (/^e\s*$/u.test(command) || /;\s{0,8}e\s*$/u.test(command)) runLine()
    else if (/^e\s/u.test(command)) shell.runScript(text(command.slice(2), script.from), call.scope, call.id)
    const [kind, , replacement, flags] = splitUnescaped(command, command[1] ?? '/')
    if (kind !== 's' || replacement === undefined || !/^[gpIiMm\d]*e/u.test(flags ?? '')) continue
    if (replacement === '' || /&|\\\d/u.test(replacement)) runLine()
    if (replacement !== '')
      shell.runScript(text(replacement.replaceAll('&', input?.value ?? ''), script.from), call.scope, call.id)
  }
}

const tr: ProgramHandler = (call, shell) => {
  const { rest, flags } = readOptions(call.args, {})
  const input = inputOf(call, shell, [])
  const output =
    input &&
    translateText(
      input.value,
      rest.map((word) => word.value),
      flags,
    )
  return output === undefined ? unknownText([call.id]) : text(output, [call.id])
}

const NUMBER_OPTIONS = { values: 'nc', longValues: ['lines', 'bytes'] }
const GREP_OPTIONS = {
  values: 'efmABCd',
  longValues: ['regexp', 'file', 'max-count', 'include', 'exclude', 'context'],
}
const isNotPattern = (_operand: Text, index: number) => index > 0

/** Programs that pass text on, changed or not. */
export const filters: ProgramTable = {
  cat: filter({}, keepsLines),
  tac: filter({}, reversesOrder),
  head: filter(NUMBER_OPTIONS, keepsLines),
  tail: filter(NUMBER_OPTIONS, keepsEnd),
  sort: filter({ values: 'kto' }, keepsLines),
  uniq: filter({}, keepsLines),
  grep: filter(GREP_OPTIONS, keepsLines, isNotPattern),
  egrep: filter(GREP_OPTIONS, keepsLines, isNotPattern),
  fgrep: filter(GREP_OPTIONS, keepsLines, isNotPattern),
  pv: filter({}, keepsLines),
  dos2unix: filter({}, keepsLines),
  sponge: tee,
  more: filter({}, keepsLines),
  less: filter({}, keepsLines),
  base64: filter({ values: 'wio' }, decodesBase64),
  gbase64: filter({ values: 'w' }, decodesBase64),
  base32: filter({ values: 'w' }, decodesBase32),
  xxd: filter({ values: 'cglos' }, xxd),
  rev: filter({}, reversesLines),
  cut: filter({ values: 'cbdf' }, cuts),
  openssl,
  tee,
  dd,
  sed,
  gsed: sed,
  tr,
}

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
  const { rest, values } = readOptions(call.args, { values: 'ef', longValues: ['expression', 'file'] })
  const given = values.get('e') ?? values.get('expression')
  const script = given ?? rest[0]
  if (script !== undefined) runSedCommands(script, call, shell)
  const input = inputOf(call, shell, given === undefined ? rest.slice(1) : rest)
  const output =
    input === undefined || script === undefined ? undefined : substituteText(script.value, input.value)
  return output === undefined ? unknownText([call.id]) : text(output, [call.id])
}

/** GNU sed runs the rest of an `e` command, and what `s///e` leaves. */
function runSedCommands(script: Text, call: Call, shell: Shell): void {
  const command = script.value.trimStart()
  if (command.startsWith('e ') || command.startsWith('1e '))
    shell.runScript(text(command.slice(command.indexOf(' ')), script.from), call.scope, call.id)
  const [kind, , replacement, flags] = splitUnescaped(command, command[1] ?? '/')
  if (kind === 's' && replacement !== undefined && flags?.includes('e') === true)
    shell.runScript(text(replacement, script.from), call.scope, call.id)
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
  tac: filter({}, keepsLines),
  head: filter(NUMBER_OPTIONS, keepsLines),
  tail: filter(NUMBER_OPTIONS, keepsLines),
  sort: filter({ values: 'kto' }, keepsLines),
  uniq: filter({}, keepsLines),
  grep: filter(GREP_OPTIONS, keepsLines, isNotPattern),
  egrep: filter(GREP_OPTIONS, keepsLines, isNotPattern),
  fgrep: filter(GREP_OPTIONS, keepsLines, isNotPattern),
  pv: filter({}, keepsLines),
  dos2unix: filter({}, keepsLines),
  sponge: filter({}, keepsLines),
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
  sed,
  gsed: sed,
  tr,
}

import type { ProgramHandler, ProgramTable } from '../call.ts'
import { decodeEscapes } from '../decode.ts'
import { isSymbolic, SOME_NAME, ANY_TEXT } from '../symbols.ts'
import { join, text, type Text } from '../text.ts'
import { runIndexes } from './run-by-name.ts'

const echo: ProgramHandler = (call) => {
  let at = 0
  let escapes = false
  let newline = '\n'
  for (; /^-[neE]+$/u.test(call.args[at]?.value ?? ''); at += 1) {
    const flags = call.args[at]!.value
    if (flags.includes('e')) escapes = true
    if (flags.includes('n')) newline = ''
  }
  const printed = join(call.args.slice(at), ' ').value
  return text((escapes ? decodeEscapes(printed) : printed) + newline, [call.id])
}

const printf: ProgramHandler = (call, shell) => {
  const isToVariable = call.args[0]?.value === '-v'
  const words = isToVariable
    ? call.args.slice(2)
    : call.args.filter((arg, index) => index > 0 || arg.value !== '--')
  const [format, ...values] = words
  const printed = text(format === undefined ? '' : formatted(format.value, values), [call.id])
  if (!isToVariable) return printed
  const name = call.args[1]?.value ?? ''
  runIndexes(call.args.slice(1, 2), call.scope, call.id, shell)
  if (/^\w+$/u.test(name)) shell.setVariable(name, [printed])
  return text('', [call.id])
}

// a format is applied again while arguments are left; this many rounds are followed
const MOST_ROUNDS = 256

function formatted(format: string, values: readonly Text[]): string {
  let out = ''
  let next = 0
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = next
    out += oneRound(format, () => values[next++]?.value ?? '')
    if (next >= values.length || next === before) return out
  }
  return ANY_TEXT
}

function oneRound(format: string, take: () => string): string {
  let out = ''
  let plainFrom = 0
  for (const found of format.matchAll(/%(?:%|[-+ #0]{0,4}(?:\d{1,4}|\*)?(?:\.\d{1,4})?([a-zA-Z]))/gu)) {
    out += decodeEscapes(format.slice(plainFrom, found.index))
    out += found[1] === undefined ? '%' : converted(found[1], found[0], take())
    plainFrom = found.index + found[0].length
  }
  return out + decodeEscapes(format.slice(plainFrom))
}

function converted(kind: string, spec: string, value: string): string {
  if (kind === 'b') return decodeEscapes(value)
  if (kind === 'c') return value.slice(0, 1)
  if (kind === 's' || kind === 'q') {
    const precision = /\.(\d+)/u.exec(spec)?.[1]
    return precision === undefined ? value : isSymbolic(value) ? ANY_TEXT : value.slice(0, Number(precision))
  }
  const code = /^['"]/u.test(value) ? value.codePointAt(1) : value === '' ? 0 : Number(value)
  if (code === undefined || Number.isNaN(code) || isSymbolic(value)) return SOME_NAME
  const radix = kind === 'o' ? 8 : kind === 'x' || kind === 'X' ? 16 : 10
  const digits = Math.trunc(code).toString(radix)
  const width = Math.min(Number(/^%0(\d+)/u.exec(spec)?.[1] ?? 0), 64)
  return (kind === 'X' ? digits.toUpperCase() : digits).padStart(width, '0')
}

/** Programs whose arguments are only printed. */
export const printers: ProgramTable = { echo, printf, 'write-output': echo, 'write-host': echo }

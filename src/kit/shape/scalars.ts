import type { Located } from '../source/located.ts'
import { nearestName } from '../nearest-name.ts'
import { refuse, type Place, type Shape } from './shape.ts'

export interface TextOptions {
  readonly nonEmpty?: boolean
  /** An unquoted number is taken as its text, with a warning: `version: 0.1` is what people write. */
  readonly takeNumbers?: boolean
  readonly expected?: string
}

export function text({
  nonEmpty = false,
  takeNumbers = false,
  expected = 'str',
}: TextOptions = {}): Shape<string> {
  return {
    expected,
    read(node, place) {
      if (node.kind !== 'scalar') return refuse(node, place, expected)
      if (typeof node.value === 'number' && takeNumbers) {
        place.report({
          level: 'warning',
          code: 'unquoted-number',
          path: place.path,
          offset: node.start,
          message: `${place.subject} is an unquoted number; it is read as the text "${node.written}"`,
          hint: `write "${node.written}"`,
        })
        return node.written
      }
      if (typeof node.value !== 'string')
        return refuse(
          node,
          place,
          expected,
          node.value === null ? undefined : `put it in quotes: "${node.written}"`,
        )
      if (nonEmpty && node.value.trim() === '') return refuse(node, place, `a non-empty ${expected}`)
      return node.value
    },
    schema: () => ({
      type: takeNumbers ? ['string', 'number'] : 'string',
      ...(nonEmpty ? { minLength: 1 } : {}),
    }),
  }
}

export interface NumberRange {
  readonly above?: number
  readonly atLeast?: number
  readonly atMost?: number
  readonly whole?: boolean
}

export function number(range: NumberRange = {}): Shape<number> {
  const expected = describeRange(range)
  return {
    expected,
    read(node, place) {
      const value = numberIn(node, place)
      if (value === undefined || !Number.isFinite(value)) return refuse(node, place, expected)
      return inRange(value, range) ? value : refuse(node, place, expected)
    },
    schema: () => ({
      type: range.whole === true ? 'integer' : 'number',
      ...(range.above === undefined ? {} : { exclusiveMinimum: range.above }),
      ...(range.atLeast === undefined ? {} : { minimum: range.atLeast }),
      ...(range.atMost === undefined ? {} : { maximum: range.atMost }),
    }),
  }
}

/** A numeric string is what templating tools leave behind; it is read, and said so. */
function numberIn(node: Located, place: Place): number | undefined {
  if (node.kind !== 'scalar') return undefined
  if (typeof node.value === 'number') return node.value
  if (typeof node.value !== 'string' || !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/iu.test(node.value))
    return undefined
  place.report({
    level: 'warning',
    code: 'numeric-string',
    path: place.path,
    offset: node.start,
    message: `${place.subject} is a number in quotes; it is read as ${Number(node.value)}`,
    hint: 'remove the quotes',
  })
  return Number(node.value)
}

function inRange(value: number, { above, atLeast, atMost, whole }: NumberRange): boolean {
  if (whole === true && !Number.isInteger(value)) return false
  return (
    (above === undefined || value > above) &&
    (atLeast === undefined || value >= atLeast) &&
    (atMost === undefined || value <= atMost)
  )
}

function describeRange({ above, atLeast, atMost, whole }: NumberRange): string {
  const show = (bound: number) =>
    whole === true || !Number.isInteger(bound) ? String(bound) : bound.toFixed(1)
  const bounds = [
    above === undefined ? undefined : `> ${show(above)}`,
    atLeast === undefined ? undefined : `≥ ${show(atLeast)}`,
    atMost === undefined ? undefined : `≤ ${show(atMost)}`,
  ].filter((bound) => bound !== undefined)
  const kind = whole === true ? 'a whole number' : 'a number'
  if (bounds.length === 0) return kind
  return whole === true ? `${kind} ${bounds.join(' and ')}` : bounds.join(' and ')
}

export function flag(): Shape<boolean> {
  const expected = 'true or false'
  return {
    expected,
    read: (node, place) =>
      node.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : refuse(node, place, expected),
    schema: () => ({ type: 'boolean' }),
  }
}

/** One of a few words; a near miss is named. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  ...words: Words
): Shape<Words[number]> {
  const quoted = words.map((word) => `"${word}"`)
  const expected = quoted.length === 1 ? quoted[0]! : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
  return {
    expected,
    read(node, place) {
      const written = node.kind === 'scalar' && node.value !== null ? node.written : undefined
      const value = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : written
      if (value !== undefined && words.includes(value)) return value
      const near = value === undefined ? undefined : nearestName(value, words)
      return refuse(node, place, expected, near === undefined ? undefined : `did you mean "${near}"?`)
    },
    schema: () => ({ enum: [...words] }),
  }
}

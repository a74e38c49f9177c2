import type { JsonValue } from '../../../model/index.ts'
import type { CheckedCall } from '../../define-check.ts'
import { citedDayKeys, daysIn, knownDayKeys, timesIn } from './calendar.ts'
import type { Figure } from './figures.ts'
import { numbersIn, type Quantity } from './numbers.ts'
import { sortedNumbers, type SortedNumbers } from './sorted-numbers.ts'

/** Everything an agent may cite: what it was asked, what it asked, and what its tools really returned. */
export interface KnownFacts {
  readonly text: string
  readonly codes: ReadonlySet<string>
  readonly numbers: SortedNumbers
  readonly days: ReadonlySet<string>
  readonly minutes: ReadonlySet<number>
  /** Some tool returned numbers, so that shares of them can be worked out. */
  readonly returnedNumbers: boolean
}

/** Above this, pairs are not tried: too many of them would make any number look derived. */
const MOST_DERIVED_FROM = 60
const ROUNDING = 1e-9

export function knownFacts(
  told: readonly string[],
  args: readonly JsonValue[],
  succeeded: readonly CheckedCall[],
): KnownFacts {
  const results = succeeded.flatMap(({ result }) => (result === undefined ? [] : leavesOf(result)))
  const text = [...told, ...args.flatMap(leavesOf), ...results].join('\n')
  const numbers = new Set(numbersIn(text))
  return {
    text: text.toLowerCase(),
    codes: new Set((text.match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? []).map(bareCode)),
    numbers: sortedNumbers(withDerived([...numbers])),
    days: new Set(daysIn(text).flatMap(knownDayKeys)),
    minutes: new Set(timesIn(text).map((minuteOfDay) => minuteOfDay % 60)),
    returnedNumbers: results.some((leaf) => /\d/u.test(leaf)),
  }
}

export function isKnown(figure: Figure, facts: KnownFacts): boolean {
  if (figure.kind === 'number') return isKnownNumber(figure.quantity, facts)
  if (figure.kind === 'code') return facts.codes.has(bareCode(figure.text))
  if (figure.kind === 'day') return citedDayKeys(figure.day).some((key) => facts.days.has(key))
  // another time zone moves the hours and, nearly everywhere, leaves the minutes alone
  return facts.minutes.has(figure.minuteOfDay % 60)
}

function isKnownNumber({ values, unit, isPercentage }: Quantity, facts: KnownFacts): boolean {
  if (isPercentage && facts.returnedNumbers) return true
  return values.some((value) => {
    const tolerance = unit / 2 + Math.abs(value) * ROUNDING
    return (
      facts.numbers.has(value, tolerance) || (isPercentage && facts.numbers.has(value / 100, tolerance / 100))
    )
  })
}

/** The texts and numbers inside a value, keys included. */
function leavesOf(value: JsonValue): readonly string[] {
  const leaves: string[] = []
  const waiting: JsonValue[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()!
    if (next === null || typeof next !== 'object') leaves.push(String(next))
    else if (Array.isArray(next)) for (const inner of next as readonly JsonValue[]) waiting.push(inner)
    else for (const [key, inner] of Object.entries(next)) waiting.push(key, inner)
  }
  return leaves
}

/** The numbers, their hundredths (cents), their sum, and what one operation makes of two of them. */
function withDerived(numbers: readonly number[]): readonly number[] {
  const known = [...numbers, ...numbers.map((number) => number / 100)]
  if (numbers.length > MOST_DERIVED_FROM) return known
  known.push(numbers.reduce((sum, number) => sum + number, 0))
  for (const left of numbers)
    for (const right of numbers) {
      known.push(left + right, left - right, left * right)
      if (right !== 0) known.push(left / right)
    }
  return known
}

function bareCode(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

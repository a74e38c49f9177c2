import type { Random } from '../../kit/random.ts'

/** A whole number from 0 to below `bound`. */
export function below(bound: number, random: Random): number {
  return Math.floor(random() * bound)
}

export function between(least: number, most: number, random: Random): number {
  return least + below(most - least + 1, random)
}

/** One of a list that is not empty. */
export function pick<T>(choices: readonly T[], random: Random): T {
  return choices[below(choices.length, random)]!
}

export function shuffled<T>(values: readonly T[], random: Random): readonly T[] {
  const order = [...values]
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = below(index + 1, random)
    const value = order[index]!
    order[index] = order[other]!
    order[other] = value
  }
  return order
}

/** A few of them, in their old order. */
export function pickSome<T>(values: readonly T[], count: number, random: Random): readonly T[] {
  const chosen = shuffled(
    values.map((_, index) => index),
    random,
  )
    .slice(0, count)
    .sort((left, right) => left - right)
  return chosen.map((index) => values[index]!)
}

/** A word nobody writes by chance. */
export function canaryWord(random: Random): string {
  return `HF-${below(0x1000000, random).toString(16).padStart(6, '0').toUpperCase()}`
}

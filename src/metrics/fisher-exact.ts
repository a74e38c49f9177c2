import { requireProportion, type Proportion } from './proportion.ts'

/** Tables whose weights differ by rounding alone are equally likely. */
const TIE = 1 + 1e-9

/**
 * The chance, were both sides the same, of a table no likelier than this one (two-sided, exact for any number
 * of trials). `undefined` when either side had no trial.
 */
export function fisherExact(left: Proportion, right: Proportion): number | undefined {
  requireProportion(left)
  requireProportion(right)
  if (left.trials === 0 || right.trials === 0) return undefined
  const { lowest, weights } = tableWeights(left.trials, right.trials, left.successes + right.successes)
  const observed = weights[left.successes - lowest] as number
  let total = 0
  let asRare = 0
  for (const weight of weights) {
    total += weight
    if (weight <= observed * TIE) asRare += weight
  }
  return asRare / total
}

/** Every possible number of successes on the left, weighed against the likeliest one, so that nothing overflows. */
function tableWeights(leftTrials: number, rightTrials: number, successes: number) {
  const lowest = Math.max(0, successes - rightTrials)
  const highest = Math.min(leftTrials, successes)
  const mode = Math.floor(((leftTrials + 1) * (successes + 1)) / (leftTrials + rightTrials + 2))
  const likeliest = Math.min(highest, Math.max(lowest, mode))
  const weights = Array.from<number>({ length: highest - lowest + 1 }).fill(1)
  const stepUp = (x: number) =>
    ((leftTrials - x) * (successes - x)) / ((x + 1) * (rightTrials - successes + x + 1))
  for (let x = likeliest; x < highest; x += 1)
    weights[x + 1 - lowest] = (weights[x - lowest] as number) * stepUp(x)
  for (let x = likeliest; x > lowest; x -= 1)
    weights[x - 1 - lowest] = (weights[x - lowest] as number) / stepUp(x - 1)
  return { lowest, weights }
}

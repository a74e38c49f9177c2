import { HoldfastError } from '../kit/errors.ts'
import { didYouMean } from '../kit/nearest-name.ts'
import type { Only } from './matrix/plan-cells.ts'

/** `--only`: the name of an invariant, of a scenario, or one of each as `invariant@scenario`. */
export function parseOnly(
  written: string,
  invariants: readonly string[],
  scenarios: readonly string[],
): Only {
  if (invariants.includes(written)) return (invariant) => invariant === written
  if (scenarios.includes(written)) return (_, scenario) => scenario === written
  for (let at = written.indexOf('@'); at >= 0; at = written.indexOf('@', at + 1)) {
    const [left, right] = [written.slice(0, at), written.slice(at + 1)]
    if (invariants.includes(left) && scenarios.includes(right))
      return (invariant, scenario) => invariant === left && scenario === right
  }
  throw new HoldfastError(
    'HF_USAGE',
    `\`${written}\` is neither an invariant nor a scenario`,
    didYouMean(written, [...invariants, ...scenarios]),
  )
}

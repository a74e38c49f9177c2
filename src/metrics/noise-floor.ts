import { quantile } from './quantile.ts'

/**
 * How far two runs of the same thing lie apart: the `level` quantile of all pairwise distances. A change smaller
 * than this is noise. `undefined` with fewer than two runs.
 */
export function noiseFloor(repeatedRuns: readonly number[], level = 0.95): number | undefined {
  const distances = repeatedRuns.flatMap((left, index) =>
    repeatedRuns.slice(index + 1).map((right) => Math.abs(left - right)),
  )
  return quantile(distances, level)
}

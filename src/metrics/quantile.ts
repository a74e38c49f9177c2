import { requireProbability } from './ranges.ts'

/** The value below which a share `level` of the values lies, interpolated between neighbours; `undefined` for none. */
export function quantile(values: readonly number[], level: number): number | undefined {
  requireProbability('level', level)
  if (values.length === 0) return undefined
  const sorted = values.toSorted((left, right) => left - right)
  const place = level * (sorted.length - 1)
  const below = sorted[Math.floor(place)] as number
  const above = sorted[Math.ceil(place)] as number
  return below + (above - below) * (place - Math.floor(place))
}

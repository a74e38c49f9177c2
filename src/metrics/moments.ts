/** Mean and variance in one pass (Welford), as plain data that can be stored and continued. */
export interface Moments {
  readonly count: number
  readonly mean: number
  /** The sum of squared distances from the mean. */
  readonly squares: number
}

export const NO_MOMENTS: Moments = { count: 0, mean: 0, squares: 0 }

export function addValue({ count, mean, squares }: Moments, value: number): Moments {
  const distance = value - mean
  const nextMean = mean + distance / (count + 1)
  return { count: count + 1, mean: nextMean, squares: squares + distance * (value - nextMean) }
}

/** The moments as they are when there is no value to add. */
export function addIfDefined(moments: Moments, value: number | undefined): Moments {
  return value === undefined ? moments : addValue(moments, value)
}

/** `undefined` means "nothing to measure". */
export function meanOf({ count, mean }: Moments): number | undefined {
  return count === 0 ? undefined : mean
}

/** The sample variance; one value has none. */
export function varianceOf({ count, squares }: Moments): number | undefined {
  return count < 2 ? undefined : squares / (count - 1)
}

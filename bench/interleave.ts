// Times several things turn by turn in one process, so that a noisy moment hits all of them alike.
export interface Timed {
  readonly name: string
  /** Median over the rounds of the mean time of one call. */
  readonly nanoseconds: number
}

export function interleave(
  subjects: Readonly<Record<string, () => unknown>>,
  { rounds = 41, millisecondsEach = 4 } = {},
): readonly Timed[] {
  const entries = Object.entries(subjects).map(([name, run]) => ({
    name,
    run,
    batch: batchFor(run, millisecondsEach),
    samples: [] as number[],
  }))
  for (let round = 0; round < rounds; round += 1)
    for (const { run, batch, samples } of entries) {
      const started = process.hrtime.bigint()
      for (let count = 0; count < batch; count += 1) sink = run()
      samples.push(Number(process.hrtime.bigint() - started) / batch)
    }
  return entries.map(({ name, samples }) => ({ name, nanoseconds: median(samples) }))
}

/** Results go here, so that the compiler cannot leave the work out. */
export let sink: unknown

/** Warms up, and finds how many calls fill the time of one sample. */
function batchFor(run: () => unknown, milliseconds: number): number {
  const end = process.hrtime.bigint() + 60_000_000n
  let calls = 0
  while (process.hrtime.bigint() < end) {
    sink = run()
    calls += 1
  }
  return Math.max(1, Math.round((calls / 60) * milliseconds))
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

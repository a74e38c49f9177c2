/** Each bucket is two per cent wider than the one before, so quantiles are right to two per cent in little memory. */
const GROWTH = Math.log(1.02)

/** Latencies folded into counts: memory does not grow with the number of answers. */
export class LatencyFold {
  readonly #buckets = new Map<number, number>()
  #count = 0
  #sum = 0
  #max = 0

  add(latencyMs: number): void {
    const bucket = Math.floor(Math.log(Math.max(0, latencyMs) + 1) / GROWTH)
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1)
    this.#count += 1
    this.#sum += latencyMs
    this.#max = Math.max(this.#max, latencyMs)
  }

  summary(): { mean: number; p50: number; p95: number; max: number } | undefined {
    if (this.#count === 0) return undefined
    return {
      mean: this.#sum / this.#count,
      p50: this.#quantile(0.5),
      p95: this.#quantile(0.95),
      max: this.#max,
    }
  }

  #quantile(share: number): number {
    let left = Math.ceil(share * this.#count)
    for (const [bucket, count] of [...this.#buckets].sort(([one], [other]) => one - other)) {
      left -= count
      if (left <= 0) return Math.min(this.#max, Math.exp((bucket + 0.5) * GROWTH) - 1)
    }
    return this.#max
  }
}

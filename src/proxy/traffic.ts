/** How much is going on; the numbers that are not in records. */
export class Traffic {
  requests = 0
  passedThrough = 0
  refused = 0
  rewritten = 0
  upstreamErrors = 0
  clientsGone = 0
  notJudged = 0
  openExchanges = 0
  openStreams = 0
  private readonly durationsMs = new Histogram([
    1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000,
  ])
  private readonly added = new Histogram([0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100])

  /** From the first byte in to the last byte out. */
  exchangeTook(ms: number): void {
    this.durationsMs.add(ms)
  }

  /** What judging a request took before it could be sent. */
  judgingTook(ms: number): void {
    this.added.add(ms)
  }

  histograms(): { readonly exchange: Histogram; readonly judging: Histogram } {
    return { exchange: this.durationsMs, judging: this.added }
  }
}

/** Counts by upper bound, as Prometheus reads them. */
export class Histogram {
  readonly counts: number[]
  sum = 0
  total = 0

  constructor(readonly bounds: readonly number[]) {
    this.counts = bounds.map(() => 0)
  }

  add(value: number): void {
    this.sum += value
    this.total += 1
    for (let at = 0; at < this.bounds.length; at += 1)
      if (value <= this.bounds[at]!) {
        this.counts[at]! += 1
        return
      }
  }
}

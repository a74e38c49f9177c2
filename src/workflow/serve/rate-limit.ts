export interface RateLimit {
  readonly capacity: number
  readonly perSecond: number
}

/** Seconds to wait, or 0 when the request may pass. A bucket that fills at a steady rate. */
export function createRateLimiter({ capacity, perSecond }: RateLimit, nowMs: () => number): () => number {
  let tokens = capacity
  let lastMs = nowMs()
  return () => {
    const now = nowMs()
    tokens = Math.min(capacity, tokens + ((now - lastMs) / 1000) * perSecond)
    lastMs = now
    if (tokens >= 1) {
      tokens -= 1
      return 0
    }
    return Math.max(1, Math.ceil((1 - tokens) / perSecond))
  }
}

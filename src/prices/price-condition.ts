/** When a price counts. Times are milliseconds since the epoch, or since midnight UTC. */
export type Condition =
  | { readonly kind: 'from-day'; readonly fromMs: number }
  | { readonly kind: 'between-hours'; readonly fromMs: number; readonly toMs: number }

const DAY_MS = 86_400_000

/** `2026-03-13` or `01:00/04:00`, UTC. */
export function readCondition(text: string): Condition {
  const [from = '', to] = text.split('/')
  return to === undefined
    ? { kind: 'from-day', fromMs: Date.parse(`${from}T00:00:00Z`) }
    : { kind: 'between-hours', fromMs: timeOfDayMs(from), toMs: timeOfDayMs(to) }
}

function timeOfDayMs(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** Hours may run over midnight; the last minute is not part of them. */
export function isInForce(condition: Condition, atMs: number): boolean {
  if (condition.kind === 'from-day') return atMs >= condition.fromMs
  const { fromMs, toMs } = condition
  const nowMs = ((atMs % DAY_MS) + DAY_MS) % DAY_MS
  return toMs < fromMs ? nowMs >= fromMs || nowMs < toMs : nowMs >= fromMs && nowMs < toMs
}

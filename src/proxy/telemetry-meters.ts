import type { SessionRecord } from '../model/index.ts'
import type { Attributes } from './telemetry-span.ts'

const CUMULATIVE = 2
const DURATION_BOUNDS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

interface Point {
  readonly attributes: Attributes
  count: number
  sum: number
  readonly buckets: number[]
}

type Encode = (attributes: Attributes) => readonly object[]

/** Counts since the start: tokens, durations and decisions, by the names of the conventions. */
export function meters() {
  const startedNano = `${Date.now()}000000`
  const tokens = new Map<string, Point>()
  const durations = new Map<string, Point>()
  const decisions = new Map<string, Point>()

  function at(table: Map<string, Point>, attributes: Attributes): Point {
    const key = JSON.stringify(attributes)
    let point = table.get(key)
    if (point === undefined)
      table.set(
        key,
        (point = { attributes, count: 0, sum: 0, buckets: [...DURATION_BOUNDS_S, Infinity].map(() => 0) }),
      )
    return point
  }

  return {
    add({ event, decision, effect }: SessionRecord): void {
      const decided = at(decisions, {
        'holdfast.point': event.kind,
        'holdfast.decision': decision.verdict,
        'holdfast.enforced': effect.kind,
      })
      decided.sum += 1
      if (event.kind !== 'model-response') return
      const about = {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': event.provider ?? 'unknown',
        'gen_ai.request.model': event.model ?? 'unknown',
      }
      at(tokens, { ...about, 'gen_ai.token.type': 'input' }).sum += event.usage?.input ?? 0
      at(tokens, { ...about, 'gen_ai.token.type': 'output' }).sum += event.usage?.output ?? 0
      if (event.latencyMs === undefined) return
      const point = at(durations, about)
      const seconds = event.latencyMs / 1000
      point.count += 1
      point.sum += seconds
      const bucket = DURATION_BOUNDS_S.findIndex((bound) => seconds <= bound)
      point.buckets[bucket < 0 ? DURATION_BOUNDS_S.length : bucket]! += 1
    },
    encoded(encode: Encode): readonly object[] {
      const timeUnixNano = `${Date.now()}000000`
      const times = { startTimeUnixNano: startedNano, timeUnixNano }
      const sum = (name: string, unit: string, table: ReadonlyMap<string, Point>) => ({
        name,
        unit,
        sum: {
          aggregationTemporality: CUMULATIVE,
          isMonotonic: true,
          dataPoints: Array.from(table.values(), ({ attributes, sum: value }) => ({
            ...times,
            attributes: encode(attributes),
            asInt: String(value),
          })),
        },
      })
      return [
        sum('gen_ai.client.token.usage', '{token}', tokens),
        sum('holdfast.decisions', '{decision}', decisions),
        {
          name: 'gen_ai.client.operation.duration',
          unit: 's',
          histogram: {
            aggregationTemporality: CUMULATIVE,
            dataPoints: Array.from(durations.values(), (point) => ({
              ...times,
              attributes: encode(point.attributes),
              count: String(point.count),
              sum: point.sum,
              explicitBounds: DURATION_BOUNDS_S,
              bucketCounts: point.buckets.map(String),
            })),
          },
        },
      ]
    },
  }
}

import { optionsOf, withOption, type LooserForm, type Loosening } from './looser-form.ts'

/** A number in a clause's options, and which way of moving it lets more through. */
interface Limit {
  readonly field: string
  readonly looser: 'higher' | 'lower'
  /** What the language accepts. */
  readonly atMost?: number
  readonly atLeast?: number
}

const LIMITS: Readonly<Record<string, readonly Limit[]>> = {
  context_budget: [{ field: 'max_tokens_per_turn', looser: 'higher' }],
  cost_ceiling: [{ field: 'max_usd_per_session', looser: 'higher' }],
  repetition_guard: [{ field: 'max_repeats', looser: 'higher', atMost: 100 }],
  process_drift: [{ field: 'jsd_threshold', looser: 'higher', atMost: 1 }],
  latency: [{ field: 'max_ms', looser: 'higher' }],
  max_cost: [{ field: 'max_usd', looser: 'higher' }],
  max_tokens: [{ field: 'max_tokens', looser: 'higher' }],
  max_tool_calls: [{ field: 'max_calls', looser: 'higher' }],
  similarity: [
    { field: 'threshold', looser: 'lower' },
    { field: 'similarity_threshold', looser: 'lower' },
  ],
  behavior_unchanged: [{ field: 'similarity_threshold', looser: 'lower' }],
  tool_called: [{ field: 'at_least', looser: 'lower', atLeast: 1 }],
}

/** Twice as far, or half as much. */
export const looserLimits: Loosening = (clause) =>
  (Object.hasOwn(LIMITS, clause.operator) ? LIMITS[clause.operator]! : []).flatMap(
    ({ field, looser, atMost = Infinity, atLeast = 0 }): readonly LooserForm[] => {
      const value = optionsOf(clause)[field]
      if (typeof value !== 'number') return []
      const moved =
        looser === 'higher'
          ? Math.min(atMost, value === 0 ? 1 : value * 2)
          : Math.max(atLeast, Number.isInteger(value) ? Math.floor(value / 2) : value / 2)
      return moved === value
        ? []
        : [{ looser: withOption(clause, field, moved), change: `with ${field} ${moved} instead of ${value}` }]
    },
  )

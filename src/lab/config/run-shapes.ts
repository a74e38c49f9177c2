import { checked, defaulted, flag, number, object, optional, type ShapeValue } from '../../kit/shape/index.ts'
import { absentIfNull } from './absent-if-null.ts'

/** Where a run stops of its own accord; what is left then is undecided. */
export const budgetShape = absentIfNull(
  object({
    calls: optional(number({ whole: true, atLeast: 1 }), 'The most questions put to the agent.'),
    usd: optional(number({ above: 0 }), "The most the agent's model calls may cost, in dollars."),
    seconds: optional(number({ above: 0 }), 'The longest the run may take, in seconds.'),
  }),
)

export type Budget = ShapeValue<typeof budgetShape>

const SHARE = number({ above: 0, atMost: 1 })
const INSIDE = number({ above: 0, atMost: 0.999999 })

/** What makes a run good enough. */
export const gateShape = checked(
  absentIfNull(
    object({
      min_score: optional(number({ atLeast: 0, atMost: 100 }), 'The lowest score, 0 to 100, that is kept.'),
      min_pass_rate: optional(
        SHARE,
        'The share of its trials that a cell must pass; all of them when absent.',
      ),
      p: optional(
        INSIDE,
        'Asks for a sequential test: a cell is accepted when its pass rate is shown to be this rather than `min_pass_rate`.',
      ),
      alpha: optional(INSIDE, 'The chance of accepting a cell that only passes at `min_pass_rate`; 0.05.'),
      beta: optional(INSIDE, 'The chance of rejecting a cell that passes at `p`; 0.05.'),
      allow_vacuous: defaulted(
        flag(),
        false,
        'Cells whose faults never fired do not stop the run from being kept.',
      ),
    }),
  ),
  ({ min_pass_rate: low, p, alpha, beta }) => {
    const isSequential = p !== undefined || alpha !== undefined || beta !== undefined
    if (!isSequential) return undefined
    if (low === undefined)
      return {
        code: 'gate-incomplete',
        complaint: 'asks for a sequential test and has no `min_pass_rate`',
        hint: 'write the pass rate that is not good enough, such as min_pass_rate: 0.9',
      }
    const high = p ?? (1 + low) / 2
    if (low >= high || low >= 1)
      return {
        code: 'gate-order',
        complaint: `must have \`min_pass_rate\` (${low}) below \`p\` (${high})`,
      }
    if ((alpha ?? 0.05) + (beta ?? 0.05) >= 1)
      return { code: 'gate-errors', complaint: 'must have `alpha` and `beta` that sum to less than 1' }
    return undefined
  },
)

export type Gate = ShapeValue<typeof gateShape>

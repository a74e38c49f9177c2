import { defaulted, number, oneOf } from '../../kit/shape/index.ts'
import { defineOperator } from '../define-operator.ts'
import { inWords } from '../in-words.ts'

const VERDICT = { warn: 'warn', deny: 'deny', compress: 'rewrite' } as const

export const contextBudget = defineOperator({
  name: 'context_budget',
  summary: 'Each request of a turn stays within a number of tokens.',
  fields: {
    max_tokens_per_turn: defaulted(
      number({ whole: true, above: 0 }),
      60_000,
      'The most tokens one request may carry.',
    ),
    action_on_breach: defaulted(
      oneOf('warn', 'deny', 'compress'),
      'warn',
      '`compress` elides the oldest tool results, then the oldest turns.',
    ),
  },
  listensTo: ['model-request'],
  level: ({ action_on_breach }) => (action_on_breach === 'deny' ? 'hard' : 'soft'),
  wording: {
    'over-budget': {
      says: ({ tokens, max, exact }) =>
        `the request carries ${exact === true ? '' : 'about '}${inWords(tokens)} tokens, the budget is ${inWords(max)}`,
      passes: ({ max }) => `a request of at most ${inWords(max)} tokens`,
    },
  },
  compile({ max_tokens_per_turn: max, action_on_breach: action }) {
    return {
      initial: null,
      step(state, event) {
        if (event.kind !== 'model-request' || event.tokens.input <= max) return undefined
        return {
          state,
          objections: [
            {
              code: 'over-budget',
              verdict: VERDICT[action],
              params: { tokens: event.tokens.input, exact: event.tokens.exact, max },
              ...(action === 'compress'
                ? { rewrite: { kind: 'compress-context', maxTokens: max } as const }
                : {}),
            },
          ],
        }
      },
    }
  },
})

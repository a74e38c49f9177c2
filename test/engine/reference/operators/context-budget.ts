import { NOTHING, says, type Reference } from './reference.ts'

export const contextBudget: Reference = ({ options }, { event }) => {
  const { max_tokens_per_turn: max = 60_000, action_on_breach: action = 'warn' } = options as {
    readonly max_tokens_per_turn?: number
    readonly action_on_breach?: string
  }
  if (event.kind !== 'model-request' || event.tokens.input <= max) return NOTHING
  return says('over-budget', action === 'compress' ? 'rewrite' : action)
}

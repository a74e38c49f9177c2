import type { ClauseSource, CompiledContract } from '../contract/index.ts'
import type { IsPhoneNumber } from '../pii/index.ts'
import type { OfferedTool } from '../wire/request.ts'
import { forbiddenTools } from './forbidden-tools.ts'
import { textRules, type TextRules } from './text-rules.ts'

/** What a surface must do for a contract beyond asking the guard; worked out once, when the contract loads. */
export interface ContractNeeds {
  readonly text: TextRules
  /** Some clause counts money or tokens, so a stream must report its usage. */
  readonly usage: boolean
  /** Requests that may carry more tokens than this are counted with care; for others a rough number will do. */
  readonly carefulFromTokens: number
  /** Tools of the provider that must not be offered, because their calls could not be stopped. */
  readonly forbidsOffer: (tool: OfferedTool) => boolean
}

const COUNTING_OPERATORS = new Set(['cost_ceiling', 'max_cost', 'max_tokens'])

export function contractNeeds(compiled: CompiledContract, isPhoneNumber?: IsPhoneNumber): ContractNeeds {
  const { clauses } = compiled.contract
  return {
    text: textRules(compiled, isPhoneNumber),
    usage: clauses.some(
      ({ operator, field, options }) =>
        COUNTING_OPERATORS.has(operator) ||
        field?.startsWith('session.total_') === true ||
        (operator === 'expr' && JSON.stringify(options ?? '').includes('total_')),
    ),
    carefulFromTokens: Math.min(...clauses.map(carefulFrom)),
    forbidsOffer: forbiddenTools(compiled),
  }
}

/** A ceiling that sets money aside for a request needs to know its size. */
function carefulFrom({ operator, options }: ClauseSource): number {
  const { max_tokens_per_turn, reserve } = (options ?? {}) as {
    max_tokens_per_turn?: number
    reserve?: string
  }
  if (operator === 'context_budget') return max_tokens_per_turn ?? 0
  return operator === 'cost_ceiling' && reserve === 'worst_case' ? 0 : Infinity
}

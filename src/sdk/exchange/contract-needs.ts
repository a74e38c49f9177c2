import type { CompiledContract } from '../../contract/index.ts'
import type { IsPhoneNumber } from '../../pii/index.ts'
import { textRules, type TextRules } from './text-rules.ts'

/** What a surface must do for a contract beyond asking the guard; worked out once, when the contract loads. */
export interface ContractNeeds {
  readonly text: TextRules
  /** Some clause counts money or tokens, so a stream must report its usage. */
  readonly usage: boolean
  /** Some clause looks at the size of requests, so it must be counted with care. */
  readonly requestTokens: boolean
}

const COUNTING_OPERATORS = new Set(['cost_ceiling', 'max_cost', 'max_tokens'])
const SIZE_OPERATORS = new Set(['cost_ceiling', 'context_budget'])

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
    requestTokens: clauses.some(({ operator }) => SIZE_OPERATORS.has(operator)),
  }
}

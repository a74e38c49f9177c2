import type { ClauseSource, Contract } from '../../../contract/index.ts'
import { checkClauses } from '../clauses-of.ts'
import { defineRule, named } from '../define-rule.ts'
import type { Steps } from '../../places.ts'
import { refusalOf } from '../tools-that-run.ts'

interface Required {
  readonly clause: ClauseSource
  readonly at: Steps
  readonly pattern: string
}

export const toolRequiredAndBlocked = defineRule({
  code: 'tool-required-and-blocked',
  level: 'error',
  summary: 'A check wants a tool to be called that another clause never lets run.',
  check: ({ contract }) =>
    requiredTools(contract).flatMap(({ clause, at, pattern }) => {
      const refusal = refusalOf(contract, clause, pattern)
      return refusal === undefined
        ? []
        : [
            {
              clause,
              at,
              message: `\`${pattern}\` must be called, but ${named(refusal.by, clause)} ${refusal.why}`,
              hint: 'let the tool run, or do not ask for it',
            },
          ]
    }),
})

function requiredTools(contract: Contract): readonly Required[] {
  const called = checkClauses<{ readonly tool: string }>(contract, 'tool_called')
  const notCalled = checkClauses<{ readonly tool: string }>(contract, 'tool_not_called')
  const sequences = checkClauses<{ readonly tools: readonly string[] }>(contract, 'tool_sequence')
  return [
    ...called
      .filter(({ negate }) => negate !== true)
      .map((clause) => ({ clause, at: ['tool'], pattern: clause.options.tool })),
    ...notCalled
      .filter(({ negate }) => negate === true)
      .map((clause) => ({ clause, at: ['tool'], pattern: clause.options.tool })),
    ...sequences
      .filter(({ negate }) => negate !== true)
      .flatMap((clause) =>
        clause.options.tools.map((pattern, index) => ({ clause, at: ['tools', index], pattern })),
      ),
  ]
}

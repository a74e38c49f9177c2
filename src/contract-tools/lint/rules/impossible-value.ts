import type { ClauseSource } from '../../../contract/index.ts'
import { EXTRACTORS } from '../../../contract/index.ts'
import { isImpossible, valueTest, type ValueTest } from '../../strictness/values.ts'
import { defineRule, type Complaint } from '../define-rule.ts'

const NUMBER = { is: 'a number of 0 or more', tests: ['gte', 0] } as const
const COUNT = { is: 'a whole number of 1 or more', tests: ['gte', 1] } as const
const FLAG = { is: 'true or false', tests: ['in', [true, false]] } as const

/** What measured fields can be. */
const DOMAINS: Readonly<
  Record<string, { readonly is: string; readonly tests: readonly [predicate: string, options: unknown] }>
> = {
  'response.latency_ms': NUMBER,
  'session.turns': COUNT,
  'session.total_tokens': NUMBER,
  'session.total_cost_usd': NUMBER,
  'session.tool_calls': NUMBER,
  'tools.all_calls_authorized': FLAG,
  'output.length': NUMBER,
  'output.pii_detected': FLAG,
}

export const impossibleValue = defineRule({
  code: 'impossible-value',
  level: 'error',
  summary: 'A constraint that no value of its field can ever satisfy.',
  check: ({ contract }) => contract.clauses.flatMap((clause) => complaintOf(clause) ?? []),
})

function complaintOf(clause: ClauseSource): Complaint | undefined {
  const { field, operator } = clause
  const test = field === undefined ? undefined : valueTest(clause)
  if (field === undefined || test === undefined) return undefined
  const at = ['check', operator]
  if (isImpossible([test])) return { clause, at, message: `no value of \`${field}\` satisfies this` }
  const domain = Object.hasOwn(DOMAINS, field) ? DOMAINS[field] : undefined
  if (domain === undefined || !isImpossible([test, domainTest(clause, ...domain.tests)])) return undefined
  const isOurs = EXTRACTORS.some((extractor) => extractor.field === field && extractor.measuredWins)
  return {
    clause,
    at,
    ...(isOurs ? {} : { level: 'warning' as const }),
    message: `\`${field}\` is always ${domain.is}${isOurs ? '' : ', unless you declare it yourself'}; nothing of that kind satisfies this`,
    hint:
      typeof clause.options === 'string' ? `write ${operator}: ${clause.options} without quotes` : undefined,
  }
}

function domainTest(clause: ClauseSource, operator: string, options: unknown): ValueTest {
  return valueTest({ ...clause, operator, options })!
}

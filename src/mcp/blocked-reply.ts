import { messageOf, remedyOf } from '../contract/index.ts'
import { PIN_OPERATOR } from './pin-finding.ts'
import type { Decision, Effect, Finding, JsonObject } from '../model/index.ts'

const MOST_CHARS = 4000
const DECISION_KEY = 'dev.holdfast/decision'

/** Written for the model: what was wrong, what would have passed, which clause says so. */
export function refusalText(
  decision: Decision,
  effect: Effect['kind'],
  contract: string,
  subject: 'call' | 'result',
): string {
  const refusals = decision.findings.filter(({ verdict }) => verdict === 'deny' || verdict === 'ask')
  const told = refusals.length > 0 ? refusals : decision.findings
  const head = HEAD[subject][effect === 'ask' ? 'ask' : 'block']
  const text = `${head} ${told.map((finding) => sentence(finding, contract)).join(' ')}`
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text
}

const HEAD = {
  call: {
    block: 'Blocked by Holdfast: the call did not run.',
    ask: 'Held by Holdfast: the call did not run, because a person must release it. Do not repeat it; ask the person.',
  },
  result: {
    block: 'Withheld by Holdfast: the call ran, and its result may not be shown.',
    ask: 'Held by Holdfast: the call ran, and a person must release its result. Do not repeat it; ask the person.',
  },
} as const

function sentence(finding: Finding, contract: string): string {
  const remedy = remedyOf(finding)
  const wanted = remedy === undefined ? '' : ` What passes: ${remedy}.`
  const { says } = finding.params
  const said = finding.operator === PIN_OPERATOR && typeof says === 'string' ? says : messageOf(finding)
  return `Contract ${contract}/${finding.clauseId}: ${said}.${wanted}`
}

/** A result and not an error, because a model reads results and can correct itself. */
export function refusedResult(text: string, decision: 'deny' | 'ask', isModern: boolean): JsonObject {
  return {
    ...(isModern ? { resultType: 'complete' } : {}),
    isError: true,
    content: [{ type: 'text', text }],
    _meta: { [DECISION_KEY]: decision },
  }
}

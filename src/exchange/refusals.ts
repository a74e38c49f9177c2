import { messageOf, remedyOf } from '../contract/index.ts'
import type { Judged } from '../guard/index.ts'
import type { Finding } from '../model/index.ts'

/** Why something was stopped, in words an agent and a person can act on. */
export interface Refusal {
  readonly message: string
  readonly clause: string | undefined
  /** What was judged, when it was judged at all. */
  readonly judged?: Judged
}

export function isStopped({ effect }: Judged): boolean {
  return effect.kind === 'block' || effect.kind === 'ask'
}

/** `what` completes "[Holdfast] … was blocked by contract x: why." */
export function refusalOf(what: string, contract: string, judged: Judged): Refusal {
  const { decision, effect } = judged
  const stopping = decision.findings.filter(({ verdict }) => verdict === 'deny' || verdict === 'ask')
  const asked = effect.kind === 'ask'
  const reasons = [...new Set(stopping.map(reasonFor))].join('; ')
  const held = asked
    ? `needs a person to release the session under contract \`${contract}\``
    : `was blocked by contract \`${contract}\``
  return {
    message: `[Holdfast] ${what} ${held}${reasons === '' ? '.' : `: ${reasons}.`}`,
    clause: stopping[0]?.clauseId,
    judged,
  }
}

function reasonFor(finding: Finding): string {
  const remedy = remedyOf(finding)
  return `${messageOf(finding)} (${finding.clauseId})${remedy === undefined ? '' : `. What would pass: ${remedy}`}`
}

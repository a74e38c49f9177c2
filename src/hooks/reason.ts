import { messageOf, remedyOf } from '../contract/message.ts'
import type { Vocabulary } from '../contract/vocabulary.ts'
import type { Decision, Finding } from '../model/index.ts'

const MOST_CHARS = 4000

/** Written for the model: what was wrong, what would have passed, which clause says so. */
export function reasonOf(
  decisions: readonly Decision[],
  contractName: string,
  vocabulary: Vocabulary,
  { isRefused }: { readonly isRefused: boolean },
): string {
  const findings = decisions.flatMap((decision) => decision.findings)
  const spoken = findings.filter(({ verdict }) => verdict !== 'allow')
  // a refusal speaks only of what led to it; remarks beside it would blur what to change
  const refusals = spoken.filter(({ verdict }) => verdict === 'deny' || verdict === 'ask')
  const told = isRefused && refusals.length > 0 ? refusals : spoken
  const text = told.map((finding) => sentence(finding, contractName, vocabulary)).join('\n')
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text
}

function sentence(finding: Finding, contractName: string, vocabulary: Vocabulary): string {
  const remedy = remedyOf(finding, vocabulary)
  const wanted = remedy === undefined ? '' : ` What passes: ${remedy}.`
  return `Contract ${contractName}/${finding.clauseId}: ${messageOf(finding, vocabulary)}.${wanted}`
}

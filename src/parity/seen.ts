import type { AgentEvent, SessionRecord } from '../model/index.ts'

/** One judged event as every surface must judge it: `tool-call bash deny no-destruction/command-blocked`. */
export type Seen = string

/** Events that are about tools always count, all others when a clause found something. */
export function seenIn(records: readonly SessionRecord[]): readonly Seen[] {
  return records.flatMap(({ event, decision, folded }) => {
    const isAboutTools = event.kind === 'tool-call' || event.kind === 'tool-result'
    if (folded === true || (!isAboutTools && decision.findings.length === 0)) return []
    const findings = decision.findings.map((finding) => {
      const { clauseId, code, verdict, counted } = finding
      return `${clauseId}/${code}${verdict === decision.verdict ? '' : `(${verdict})`}${counted ? '' : '(again)'}`
    })
    return [[...wordsOf(event), decision.verdict, ...findings.toSorted()].join(' ')]
  })
}

/** Only what was found; the shortest account of a conversation. */
export function foundIn(seen: readonly Seen[]): readonly Seen[] {
  return seen.filter((line) => line.includes('/'))
}

function wordsOf(event: AgentEvent): readonly string[] {
  return event.kind === 'tool-call' || event.kind === 'tool-result' ? [event.kind, event.tool] : [event.kind]
}

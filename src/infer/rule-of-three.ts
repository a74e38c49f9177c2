/** The confidence of the rule of three. */
const CONFIDENCE = '95 %'

/** How often something may happen that never happened in `sessions` of them: 3/n, and nothing is known below three. */
export function ruleOfThree(sessions: number): number {
  return Math.min(1, 3 / sessions)
}

/** Behind "it never happened": how many sessions may still do it. */
export function howRare(sessions: number, doing: string): string {
  return sessions < 3
    ? 'which so few sessions hardly show'
    : `but up to ${percent(ruleOfThree(sessions))} of sessions may ${doing}`
}

/** What the number of sessions is worth, for the head of the contract. */
export function strengthOf(sessions: number): readonly string[] {
  if (sessions < 3)
    return [
      `${sessions === 1 ? 'One session is' : 'Two sessions are'} hardly evidence: by the rule of three nothing can be said below three sessions.`,
    ]
  const share = ruleOfThree(sessions)
  const claim = `What never happened in ${sessions} sessions may still happen in up to ${percent(share)} of them (rule of three: 3/${sessions}, ${CONFIDENCE} confidence).`
  return share <= ENOUGH
    ? [claim]
    : [claim, `That is weak evidence: ${3 / ENOUGH} sessions bring it down to ${percent(ENOUGH)}.`]
}

const ENOUGH = 0.05

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`
}

import type { SessionRecord } from '../model/index.ts'

/** What judges were asked and what they answered; a skipped question is neither a pass nor a fail. */
export interface JudgeCounts {
  readonly asked: number
  readonly pass: number
  readonly fail: number
  readonly skip: number
}

export interface JudgeNumbers extends JudgeCounts {
  /** The share of real answers that were a pass; `undefined` when every question was skipped or none was asked. */
  readonly passShare: number | undefined
}

export const NO_JUDGES: JudgeCounts = { asked: 0, pass: 0, fail: 0, skip: 0 }

export function addJudges(state: JudgeCounts, { event, decision }: SessionRecord): JudgeCounts {
  const asked = decision.judgeTasks?.length ?? 0
  const next = asked === 0 ? state : { ...state, asked: state.asked + asked }
  return event.kind === 'judge-verdict' ? { ...next, [event.verdict]: next[event.verdict] + 1 } : next
}

export function finishJudges(state: JudgeCounts): JudgeNumbers {
  const answered = state.pass + state.fail
  return { ...state, passShare: answered === 0 ? undefined : state.pass / answered }
}

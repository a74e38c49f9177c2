import { randomStream } from '../../../../src/kit/random.ts'
import { isKind, outputOf, present, turnOf, whole, type Past } from '../history.ts'
import { NOTHING, says, type Reference } from './reference.ts'

const isAct = ({ event }: Past) =>
  event.kind === 'turn-start' || event.kind === 'model-request' || event.kind === 'tool-call'

export const judgePredicate: Reference = ({ id, options }, story, { seed }) => {
  const { past, event } = story
  const {
    rubric,
    sample_rate: rate = 0.2,
    model = 'ds-flash-free',
    action_on_fail: action = 'theta_penalty',
    cost_ceiling_usd_per_session: ceiling = 0.1,
  } = options as unknown as {
    readonly rubric: string
    readonly sample_rate?: number
    readonly model?: string
    readonly action_on_fail?: string
    readonly cost_ceiling_usd_per_session?: number
  }
  const verdicts = past.filter(isKind('judge-verdict')).filter((each) => each.event.clauseId === id)
  if (event.kind === 'judge-verdict') {
    if (event.clauseId !== id || event.verdict === 'skip') return NOTHING
    if (event.verdict === 'pass') return { said: [], judged: true }
    return { ...says('judged-failed', action === 'log' ? 'allow' : 'warn'), judged: true }
  }
  if (event.kind === 'turn-end') {
    const text = outputOf(whole(story))
    const turn = turnOf(whole(story))
    if (text === undefined || text === '') return NOTHING
    if (randomStream(seed, `judge:${event.sessionId}:${turn}:${id}`)() >= rate) return NOTHING
    const spent = verdicts.reduce((sum, each) => sum + (each.event.costUsd ?? 0), 0)
    return {
      said: [],
      asks: { clauseId: id, rubric, model, text, turn, budgetUsd: Math.max(0, ceiling - spent) },
    }
  }
  if (action !== 'deny' || !isAct(present(event))) return NOTHING
  const failed = past.findLastIndex((each) =>
    verdicts.some((verdict) => verdict === each && verdict.event.verdict === 'fail'),
  )
  if (failed < 0) return NOTHING
  const refusal = says('refused-after-judgement', 'deny', { counted: false })
  const [first, ...later] = past.slice(failed + 1).filter(isAct)
  if (first === undefined) return refusal
  // the refused turn is the one of `first`; it lasts until another turn really begins
  const isOver =
    event.kind === 'turn-start' || later.some((each) => each.event.kind === 'turn-start' && !each.refused)
  return isOver ? NOTHING : refusal
}

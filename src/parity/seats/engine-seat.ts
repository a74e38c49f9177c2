import { createGuard, type EventInput } from '../../guard/index.ts'
import type { SessionRecord } from '../../model/index.ts'
import { countTokens } from '../../tokens/index.ts'
import { contractIn } from '../contract-in.ts'
import { judgesAnswered, scriptedJudge } from '../scripted-judge.ts'
import type { Seat } from '../seat.ts'
import type { Transcript } from '../transcript.ts'

/** What a surface is told of, and when. */
export interface View {
  /** `exchange` stands between agent and model; `steps` is told of things one by one, replies when they are said. */
  readonly style: 'exchange' | 'steps'
  /** Otherwise everything is one turn. */
  readonly turns: boolean
  readonly replies: boolean
  readonly judges: boolean
}

export const FULL_VIEW: View = { style: 'exchange', turns: true, replies: true, judges: true }

type Bare = EventInput extends infer Event
  ? Event extends EventInput
    ? Omit<Event, 'sessionId'>
    : never
  : never

/** The guard alone, told what a surface with this view is told: what every surface must agree with. */
export function engineSeat(transcript: Transcript, view: View = FULL_VIEW): Seat {
  const records: SessionRecord[] = []
  const guard = createGuard({
    contract: contractIn(transcript),
    nowMs: () => 0,
    sink: { append: (record) => void records.push(record) },
    ...(view.judges && { judge: scriptedJudge(transcript) }),
  })
  const tools = [
    ...new Set(
      transcript.turns.flatMap(({ replies }) =>
        replies.flatMap(({ calls }) => calls.map(({ tool }) => tool)),
      ),
    ),
  ]
  let said = ''
  let isOpen = false
  let isStarted = false
  /** A result that may not reach the model stops the request that would bring it. */
  let isHeld = false
  let calls = 0
  let declared: (() => void) | undefined
  const ids = new Map<object, string>()

  const judge = (event: Bare) => {
    const judged = guard.judge({ sessionId: 'engine', ...event })
    return judged.effect.kind !== 'block' && judged.effect.kind !== 'ask'
  }
  /** Without turns nothing is known before the first call. */
  const openOneTurn = (): void => {
    isOpen = true
    judge({ kind: 'session-start' })
    judge({ kind: 'turn-start' })
  }
  const endTurn = (): void => {
    if (!isOpen) return
    isOpen = false
    judge({ kind: 'turn-end' })
  }

  return {
    async openTurn({ user, state, scopes }) {
      said += user
      isHeld = false
      if (!view.turns) return true
      const isKnown = isStarted
      isStarted = true
      if (!isKnown || (scopes !== undefined && view.style === 'exchange'))
        judge({ kind: 'session-start', ...(scopes !== undefined && view.style === 'exchange' && { scopes }) })
      if (view.style === 'exchange') endTurn()
      isOpen = true
      declared =
        state === undefined || view.style === 'steps'
          ? undefined
          : () => judge({ kind: 'state', fields: state })
      return judge({ kind: 'turn-start', input: user })
    },
    async answer(reply, position) {
      const isExchange = view.style === 'exchange'
      if (isExchange) {
        if (isHeld) return []
        declared?.()
        declared = undefined
        const tokens = { input: countTokens(said), exact: false }
        const request = { provider: 'openai', model: 'parity', requestId: String(position) }
        if (!judge({ kind: 'model-request', ...request, tokens, tools })) return []
      }
      said += reply.text
      const { text, usage } = reply
      const mayBeSaid =
        !view.replies ||
        judge({ kind: 'model-response', text, usage, model: 'parity', requestId: String(position) })
      if (!mayBeSaid && isExchange) {
        endTurn()
        return []
      }
      const allowed = reply.calls.filter((call, index) => {
        calls += 1
        if (!view.turns && !isOpen) openOneTurn()
        const callId = `call-${calls}`
        ids.set(call, callId)
        const mayRun = judge({ kind: 'tool-call', callId, tool: call.tool, args: call.args })
        // what was said cannot be taken back, but the call that follows from it can be stopped
        return mayRun && (mayBeSaid || index > 0)
      })
      if (allowed.length === 0 && isExchange) endTurn()
      return allowed
    },
    async ran(call) {
      said += JSON.stringify(call.result)
      const { tool, result, failed } = call
      const event = {
        kind: 'tool-result',
        callId: ids.get(call)!,
        tool,
        ok: !failed,
        content: result,
      } as const
      if (!judge(event) && view.style === 'exchange') isHeld = true
    },
    async closeTurn() {
      if (view.turns && view.style === 'steps') endTurn()
      if (view.judges) await judgesAnswered()
    },
    async leave() {
      if (!view.turns) endTurn()
      await guard.settled()
      return records
    },
  }
}

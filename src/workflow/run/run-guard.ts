import type { Guard, Judged } from '../../guard/index.ts'
import { messageOf } from '../../contract/index.ts'
import type { EventOf, JsonObject, JsonValue } from '../../model/index.ts'
import { plainJson } from '../value/exact-number.ts'
import { textOf } from '../value/json-text.ts'

export type Verdict<T> =
  | { readonly allowed: true; readonly value: T }
  | { readonly allowed: false; readonly reason: string; readonly clauseId: string }

/** A run as the guard sees it: one session of one turn, whose tool nodes are judged before they act. */
export interface RunGuard {
  begin(agent: string, input: JsonValue, workdir: string): void
  call(callId: string, tool: string, args: JsonObject): Verdict<JsonObject>
  result(callId: string, tool: string, ok: boolean, content: JsonValue): void
  request(provider: string, model: string, tokens: number, maxTokens: number | undefined): Verdict<undefined>
  response(
    text: string,
    usage: { readonly input: number; readonly output: number },
    model: string | undefined,
  ): Verdict<string>
  end(output: JsonValue): Promise<Verdict<undefined>>
}

export function createRunGuard(guard: Guard, sessionId: string): RunGuard {
  const base = { sessionId, surface: 'workflow' } as const

  function verdict<T>(judged: Judged, value: (event: Judged['event']) => T): Verdict<T> {
    const { effect, decision, event } = judged
    if (effect.kind === 'pass' || effect.kind === 'rewrite') return { allowed: true, value: value(event) }
    const [worst] = decision.findings.toSorted(
      (left, right) => Number(right.verdict === 'deny') - Number(left.verdict === 'deny'),
    )
    const reason = worst === undefined ? 'refused' : messageOf(worst)
    // a run has nobody to ask, and a question nobody answers is a no
    const unanswered = effect.kind === 'ask' ? ' (it asks for a person, and none can answer here)' : ''
    return { allowed: false, reason: `${reason}${unanswered}`, clauseId: worst?.clauseId ?? '' }
  }

  return {
    begin(agent, input, workdir) {
      guard.judge({ ...base, kind: 'session-start', agent, workdir })
      guard.judge({ ...base, kind: 'turn-start', input: textOf(input) })
    },
    call: (callId, tool, args) =>
      verdict(
        guard.judge({ ...base, kind: 'tool-call', callId, tool, args: plainJson(args) as JsonObject }),
        (event) => (event as EventOf<'tool-call'>).args,
      ),
    result(callId, tool, ok, content) {
      guard.judge({ ...base, kind: 'tool-result', callId, tool, ok, content: plainJson(content) })
    },
    request: (provider, model, tokens, maxTokens) =>
      verdict(
        guard.judge({
          ...base,
          kind: 'model-request',
          provider,
          model,
          tokens: { input: tokens, exact: false },
          ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
        }),
        () => undefined,
      ),
    response: (text, usage, model) =>
      verdict(
        guard.judge({ ...base, kind: 'model-response', text, usage, ...(model !== undefined && { model }) }),
        (event) => (event as EventOf<'model-response'>).text,
      ),
    async end(output) {
      const judged = guard.judge({ ...base, kind: 'turn-end', output: textOf(output) })
      guard.judge({ ...base, kind: 'session-end' })
      await guard.settled()
      guard.forget(sessionId)
      return verdict(judged, () => undefined)
    },
  }
}

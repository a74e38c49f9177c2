import { dropOldest, ExchangeSession } from '../exchange/session.ts'
import type { Judged } from '../guard/index.ts'
import { canonicalJson } from '../kit/canonical-json.ts'
import type { JsonObject } from '../model/index.ts'

const MOST_CALLS_REMEMBERED = 4096

interface JudgedCall {
  readonly args: string
  readonly judged: Judged
}

/** A session that knows its judgements, so that a call judged in a reply is not judged again when a framework announces it. */
export class Conversation extends ExchangeSession {
  private readonly judgedCalls = new Map<string, JudgedCall>()

  override follow(judged: Judged): void {
    super.follow(judged)
    const { event } = judged
    if (event.kind !== 'tool-call') return
    this.judgedCalls.set(event.callId, { args: canonicalJson(event.args), judged })
    dropOldest(this.judgedCalls, MOST_CALLS_REMEMBERED)
  }

  /** Other arguments under the same id are another call. */
  judgementOf(callId: string, args: JsonObject): Judged | undefined {
    const known = this.judgedCalls.get(callId)
    return known?.args === canonicalJson(args) ? known.judged : undefined
  }
}

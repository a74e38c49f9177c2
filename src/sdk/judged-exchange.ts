import { randomUUID } from 'node:crypto'
import { NOTHING_DECLARED, type Declarations } from '../exchange/declarations.ts'
import { ExchangeJudge } from '../exchange/exchange-judge.ts'
import type { ExchangeFormat } from '../exchange/in-force.ts'
import type { ReplyJudgement } from '../exchange/judge-reply.ts'
import type { Refusal } from '../exchange/refusals.ts'
import type { ExchangeSession } from '../exchange/session.ts'
import type { DecodedReply, Ending, ReplyEdit } from '../wire/reply.ts'
import type { DecodedRequest, RequestEdit } from '../wire/request.ts'
import { breachOf } from './breach-of.ts'
import type { Breach } from './contract-breach-error.ts'
import { CLIENT, type Conversations } from './conversations.ts'

/** `throw` gives the program an error; `replace` gives the agent a reply that says what was stopped. */
export type OnDeny = 'throw' | 'replace'

export interface ExchangeParts<Format extends ExchangeFormat> {
  readonly conversations: Conversations
  readonly session: ExchangeSession
  readonly format: Format
  readonly decoded: DecodedRequest
  readonly onDeny: OnDeny
}

/** One request and its reply inside the process; what is denied is a breach that a program can catch. */
export class JudgedExchange<Format extends ExchangeFormat = ExchangeFormat> {
  readonly conversations: Conversations
  readonly session: ExchangeSession
  readonly format: Format
  readonly decoded: DecodedRequest
  private readonly judge: ExchangeJudge
  private isOver = false

  constructor({ conversations, session, format, decoded, onDeny }: ExchangeParts<Format>) {
    this.conversations = conversations
    this.session = session
    this.format = format
    this.decoded = decoded
    this.judge = new ExchangeJudge({
      inForce: conversations,
      session,
      format,
      decoded,
      requestId: `hf_${randomUUID()}`,
      client: CLIENT,
      startedMs: conversations.nowMs(),
      denialsAreErrors: onDeny === 'throw',
    })
    session.inFlight += 1
  }

  get isShadow(): boolean {
    return this.judge.isShadow
  }

  get throwsDenials(): boolean {
    return this.judge.denialsAreErrors
  }

  /** What must change before the request is sent, or why it is not sent at all. */
  judgeRequest(
    declared: Declarations = NOTHING_DECLARED,
  ): { readonly edits: readonly RequestEdit[] } | { readonly breach: Breach } {
    const { agent } = this.conversations
    const { refusal, edits } = this.judge.request(agent === undefined ? declared : { agent, ...declared })
    return refusal === undefined ? { edits } : { breach: this.breachOf(refusal) }
  }

  conclude(reply: DecodedReply, streamed: boolean): ReplyJudgement {
    return this.judge.reply(reply, streamed)
  }

  concludeEmpty(ending: Ending, stopReason: string): void {
    this.judge.noReply(ending, stopReason)
  }

  outcomeOf(judgement: ReplyJudgement): {
    readonly edits: readonly ReplyEdit[]
    readonly breach?: Breach
  } {
    const { edits, refusal } = this.judge.outcomeOf(judgement)
    return refusal === undefined ? { edits } : { edits, breach: this.breachOf(refusal) }
  }

  /** The last words of a turn leave when its records are safe. */
  async flush(): Promise<void> {
    await this.conversations.flush(this.session.id)
  }

  close(): void {
    if (this.isOver) return
    this.isOver = true
    this.session.inFlight -= 1
  }

  breachOf(refusal: Refusal): Breach {
    return breachOf(refusal, { contract: this.conversations.contractName, sessionId: this.session.id })
  }
}

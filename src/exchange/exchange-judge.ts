import type { TokenCount } from '../model/index.ts'
import { decodedReply, type DecodedReply, type Ending, type ReplyEdit } from '../wire/reply.ts'
import type { Declarations } from './declarations.ts'
import type { ExchangeToJudge } from './in-force.ts'
import { judgeReply, type ReplyJudgement } from './judge-reply.ts'
import { judgeRequest, type RequestJudgement } from './judge-request.ts'
import type { Refusal } from './refusals.ts'

/** Asks about one request and its reply, each once, whatever carries them. */
export class ExchangeJudge {
  /** Nothing is owed any more: the reply was judged, or the request was refused. */
  isAnswered = false
  private tokens: TokenCount = { input: 0, exact: false }

  constructor(private readonly exchange: ExchangeToJudge) {}

  get isShadow(): boolean {
    return this.exchange.inForce.mode === 'shadow'
  }

  /** A client that insists on a call could not read anything but an error. */
  get denialsAreErrors(): boolean {
    const { denialsAreErrors, decoded } = this.exchange
    return !this.isShadow && (denialsAreErrors || decoded.toolForced)
  }

  /** What must change before the request is sent, or why it is not sent at all. */
  request(declared: Declarations): RequestJudgement {
    const judgement = judgeRequest(this.exchange, declared)
    this.tokens = judgement.tokens
    this.isAnswered = judgement.refusal !== undefined
    return judgement
  }

  /** Every request that was sent gets exactly one. */
  reply(reply: DecodedReply, streamed: boolean): ReplyJudgement {
    this.isAnswered = true
    const { inForce, startedMs } = this.exchange
    const latencyMs = inForce.nowMs() - startedMs
    return judgeReply(this.exchange, reply, { tokens: this.tokens, latencyMs, streamed })
  }

  /** The request was sent and nothing usable came back. An error is free; one that broke off is paid in part. */
  noReply(ending: Ending, stopReason: string): void {
    if (this.isAnswered) return
    const reply = decodedReply({ texts: [], calls: [], stopReason })
    const free = ending === 'failed' ? { usage: { input: 0, output: 0 }, costUsd: 0 } : {}
    this.reply({ ...reply, ...free, ending }, false)
  }

  outcomeOf({ edits, denial }: ReplyJudgement): {
    readonly edits: readonly ReplyEdit[]
    readonly refusal?: Refusal
  } {
    if (this.isShadow) return { edits: [] }
    return denial !== undefined && this.denialsAreErrors ? { edits, refusal: denial } : { edits }
  }
}

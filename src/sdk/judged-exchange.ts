import { randomUUID } from 'node:crypto'
import type { TokenCount } from '../model/index.ts'
import { objectOf, parseJson } from '../wire/loose-json.ts'
import { decodedReply, type DecodedReply, type Ending, type ReplyEdit } from '../wire/reply.ts'
import type { DecodedRequest, RequestEdit } from '../wire/request.ts'
import { breachOf } from './breach-of.ts'
import type { Breach } from './contract-breach-error.ts'
import type { Conversations } from './conversations.ts'
import type { ExchangeFormat } from './exchange/in-force.ts'
import { judgeReply, type ReplyJudgement } from './exchange/judge-reply.ts'
import { judgeRequest } from './exchange/judge-request.ts'
import type { Refusal } from './exchange/refusals.ts'
import type { ExchangeSession } from './exchange/session.ts'

/** `throw` gives the program an error; `replace` gives the agent a reply that says what was stopped. */
export type OnDeny = 'throw' | 'replace'

export interface ExchangeParts<Format extends ExchangeFormat> {
  readonly conversations: Conversations
  readonly session: ExchangeSession
  readonly format: Format
  readonly decoded: DecodedRequest
  readonly onDeny: OnDeny
}

/** In one process every client is the same one. */
export const CLIENT = 'sdk'

const NOTHING_DECLARED: ReadonlyMap<string, string> = new Map()

/** One request and its reply inside the process, whatever carries them. */
export class JudgedExchange<Format extends ExchangeFormat = ExchangeFormat> {
  readonly conversations: Conversations
  readonly session: ExchangeSession
  readonly format: Format
  readonly decoded: DecodedRequest
  private readonly onDeny: OnDeny
  private readonly requestId = `hf_${randomUUID()}`
  private readonly startedMs: number
  private tokens: TokenCount = { input: 0, exact: false }
  private isAnswered = false
  private isOver = false

  constructor({ conversations, session, format, decoded, onDeny }: ExchangeParts<Format>) {
    this.conversations = conversations
    this.session = session
    this.format = format
    this.decoded = decoded
    this.onDeny = onDeny
    this.startedMs = conversations.nowMs()
    session.inFlight += 1
  }

  get isShadow(): boolean {
    return this.conversations.mode === 'shadow'
  }

  get throwsDenials(): boolean {
    return !this.isShadow && (this.onDeny === 'throw' || this.decoded.toolForced)
  }

  /** What must change before the request is sent, or why it is not sent at all. */
  judgeRequest(
    declared = NOTHING_DECLARED,
  ): { readonly edits: readonly RequestEdit[] } | { readonly breach: Breach } {
    const { conversations, session, format, decoded, requestId } = this
    const { refusal, edits, tokens } = judgeRequest({
      inForce: conversations,
      session,
      format,
      decoded,
      requestId,
      agent: declared.get('agent') ?? conversations.agent,
      scopes: listOf(declared.get('scopes')),
      inTurn: () => this.declareState(declared.get('state')),
    })
    this.tokens = tokens
    if (refusal === undefined) return { edits }
    this.isAnswered = true
    return { breach: this.breachOf(refusal) }
  }

  /** Judges the reply, once; every request that was sent gets exactly one. */
  conclude(reply: DecodedReply, streamed: boolean): ReplyJudgement {
    this.isAnswered = true
    const { conversations: inForce, session, format, decoded, requestId, tokens } = this
    const latencyMs = inForce.nowMs() - this.startedMs
    const client = CLIENT
    return judgeReply(
      { inForce, session, format, decoded, requestId, client, tokens, latencyMs, streamed },
      reply,
    )
  }

  /** The request was sent and nothing usable came back. An error is free; one that broke off is paid in part. */
  concludeEmpty(ending: Ending, stopReason: string): void {
    if (this.isAnswered) return
    const reply = decodedReply({ texts: [], calls: [], stopReason })
    const free = ending === 'failed' ? { usage: { input: 0, output: 0 }, costUsd: 0 } : {}
    this.conclude({ ...reply, ...free, ending }, false)
  }

  /** A denial is an error where the program asked for one, or where the client could not read anything else. */
  outcomeOf({ edits, denial }: ReplyJudgement): {
    readonly edits: readonly ReplyEdit[]
    readonly breach?: Breach
  } {
    if (this.isShadow) return { edits: [] }
    return denial !== undefined && this.throwsDenials ? { edits, breach: this.breachOf(denial) } : { edits }
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

  private declareState(state: string | undefined): void {
    const fields = state === undefined ? undefined : objectOf(parseJson(state))
    if (fields === undefined) return
    const { conversations, session } = this
    const { surface } = conversations
    conversations.judge(session, { kind: 'state', sessionId: session.id, surface, fields })
  }
}

function listOf(text: string | undefined): readonly string[] | undefined {
  return text
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

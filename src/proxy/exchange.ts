import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { declarationsOf } from '../exchange/declarations.ts'
import { ExchangeJudge } from '../exchange/exchange-judge.ts'
import type { ReplyJudgement } from '../exchange/judge-reply.ts'
import { redactRequest } from '../exchange/redact-request.ts'
import type { Refusal } from '../exchange/refusals.ts'
import type { JsonObject } from '../model/index.ts'
import type { WireFormat } from '../wire/format.ts'
import { objectOf } from '../wire/loose-json.ts'
import type { DecodedReply, Ending, ReplyEdit } from '../wire/reply.ts'
import type { DecodedRequest } from '../wire/request.ts'
import type { WireRoute } from '../wire/route.ts'
import { sendAnswer, sendRefusal } from './answer.ts'
import type { ExchangeChaos } from './chaos-exchange.ts'
import { comesLater } from './comes-later.ts'
import { credentialHash, credentialOf } from './credentials.ts'
import { decodeBody, readableEncodings } from './encodings.ts'
import type { Gateway } from './gateway.ts'
import { forwardedRequestHeaders, headerOf } from './headers.ts'
import { reasonOf } from './log.ts'
import { parseBody } from './parse-body.ts'
import { passThrough } from './pass-through.ts'
import { discardBody, readBody } from './read-body.ts'
import { isStream, receiveReply } from './receive-reply.ts'
import type { ProxySession } from './session.ts'
import { sessionIdOf } from './session-id.ts'
import { splicedBody } from './splice-body.ts'
import type { Tenant } from './tenant.ts'
import {
  callUpstream,
  type UpstreamCall,
  type UpstreamListener,
  type UpstreamRequest,
} from './upstream-call.ts'
import type { Upstream } from './upstreams.ts'

export interface ExchangeParts {
  readonly gateway: Gateway
  readonly tenant: Tenant
  readonly upstream: Upstream
  readonly format: WireFormat
  readonly route: WireRoute
  /** As it goes to the provider. */
  readonly path: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly chaos: ExchangeChaos | undefined
}

/** One request and its reply, from the first byte to the last. */
export class Exchange {
  readonly gateway: Gateway
  readonly tenant: Tenant
  readonly upstream: Upstream
  readonly format: WireFormat
  readonly route: WireRoute
  readonly path: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly chaos: ExchangeChaos | undefined
  readonly requestId: string
  readonly startedMs: number
  readonly client: string
  decoded!: DecodedRequest
  session!: ProxySession
  private judge!: ExchangeJudge
  /** The client asked for no usage report, so it must not see the one we asked for. */
  hidesUsage = false
  /** Bytes taken from the common budget, to be given back at the end. */
  private heldBytes = 0
  private isSent = false
  /** Chaos has changed what the client sent. */
  private isRetold = false
  private isOver = false

  constructor({ gateway, tenant, upstream, format, route, path, request, response, chaos }: ExchangeParts) {
    this.chaos = chaos
    this.gateway = gateway
    this.tenant = tenant
    this.upstream = upstream
    this.format = format
    this.route = route
    this.path = path
    this.request = request
    this.response = response
    this.requestId = gateway.newId()
    this.startedMs = gateway.nowMs()
    this.client = credentialHash(credentialOf(request.rawHeaders, path))
    if (gateway.telemetry !== undefined) {
      const traceparent = headerOf(request.rawHeaders, 'traceparent')
      if (traceparent !== undefined) gateway.telemetry.begin(this.requestId, traceparent)
    }
  }

  get isShadow(): boolean {
    return this.tenant.mode === 'shadow'
  }

  hold(bytes: number): boolean {
    if (!this.gateway.budget.take(bytes)) return false
    this.heldBytes += bytes
    return true
  }

  async run(): Promise<void> {
    const read = await readBody(this.request, this.gateway.maxBodyBytes, this.gateway.budget)
    switch (read.kind) {
      case 'cut':
        return this.close()
      case 'no-room':
        await discardBody(this.request)
        return this.fail(503, 'Holdfast holds too many large bodies at the moment.', 'no-room')
      case 'too-large':
        this.heldBytes += read.bytes.length
        return this.passOrRefuseLarge(read.bytes)
      case 'whole':
        this.heldBytes += read.bytes.length
        return this.judgeBody(read.bytes)
    }
  }

  /** What nobody can judge goes nowhere, except in shadow or while someone has opened the gateway. */
  private async passOrRefuseLarge(bytes: Buffer): Promise<void> {
    const limit = this.gateway.maxBodyBytes
    if (this.isShadow || this.gateway.fail.mayOverlook('a request larger than the limit'))
      return this.passUnjudged(
        Readable.from(
          (async function* (rest: IncomingMessage) {
            yield bytes
            yield* rest
          })(this.request),
        ),
      )
    this.gateway.budget.give(this.heldBytes)
    this.heldBytes = 0
    await discardBody(this.request)
    this.fail(413, `The request is larger than the ${limit} bytes that Holdfast can judge.`, 'too-large')
  }

  private passUnjudged(body: Uint8Array | Readable): void {
    this.gateway.traffic.notJudged += 1
    const { gateway, upstream, path, request, response } = this
    passThrough({ gateway, upstream, path, request, response, body, onEnd: () => this.close() })
  }

  private judgeBody(bytes: Buffer): Promise<void> | void {
    const encoding = headerOf(this.request.rawHeaders, 'content-encoding')
    const plain = decodeBody(bytes, encoding, this.gateway.maxBodyBytes)
    const value = plain === undefined ? undefined : parseBody(plain)
    const decoded = this.format.decodeRequest(value, this.route)
    if (decoded === undefined || value === undefined) {
      if (this.isShadow || this.gateway.fail.mayOverlook('a request that is not JSON'))
        return this.passUnjudged(bytes)
      return this.fail(400, 'The body is not a JSON object that Holdfast can read.', 'not-json')
    }
    if (comesLater(objectOf(value)) && !this.isShadow)
      return this.fail(
        403,
        'A reply that is fetched later cannot be judged; ask without `background`.',
        'not-judged',
      )
    if (this.chaos !== undefined)
      return this.judgeTold(this.chaos, bytes, plain ?? bytes, objectOf(value)!, decoded)
    return this.judgeDecoded(bytes, plain ?? bytes, objectOf(value)!, decoded)
  }

  /** Chaos speaks first, so that everything after it sees what the model is really told. */
  private async judgeTold(
    chaos: ExchangeChaos,
    bytes: Buffer,
    plain: Buffer,
    body: JsonObject,
    decoded: DecodedRequest,
  ): Promise<void> {
    this.response.once('close', () => chaos.clientGone())
    const told = await chaos.request(body, this.format.requestEditor.messagesKey, decoded)
    if (told === body) return this.judgeDecoded(bytes, plain, body, decoded)
    this.isRetold = true
    const written = Buffer.from(JSON.stringify(told))
    return this.judgeDecoded(written, written, told, this.format.decodeRequest(told, this.route) ?? decoded)
  }

  private async judgeDecoded(
    bytes: Buffer,
    plain: Buffer,
    body: JsonObject,
    decoded: DecodedRequest,
  ): Promise<void> {
    try {
      this.decoded = decoded
      const opened = this.tenant.open(this.sessionId(decoded))
      this.session = opened instanceof Promise ? await opened : opened
      this.session.inFlight += 1
      this.session.lastActiveMs = this.startedMs
      // gone while its session was being read: nothing has been said or sent yet
      if (this.response.destroyed) return this.close()
      this.judge = this.judgeOf(decoded)
      const refusal = this.judgeAndSend(bytes, plain, body)
      if (refusal === undefined) return
      await this.flush()
      this.refuse(refusal)
    } catch (error) {
      if (this.isSent || !this.mayOverlook(`a request that could not be judged: ${reasonOf(error)}`))
        throw error
      this.passUnjudged(bytes)
    }
  }

  /** Shadow never acts, whatever happens to us; otherwise only what someone opened for a while. */
  private mayOverlook(what: string): boolean {
    if (!this.isShadow) return this.gateway.fail.mayOverlook(what)
    this.gateway.log({ level: 'error', code: 'not-judged', message: what })
    return true
  }

  private sessionId(decoded: DecodedRequest): string {
    const { tenant, client, gateway, request } = this
    return sessionIdOf({
      namespace: tenant.namespace,
      client,
      header: this.chaos?.token ?? headerOf(request.rawHeaders, 'x-holdfast-session'),
      fixed: gateway.sessionId,
      hints: decoded.session,
      sessionOfReply: (responseId) => tenant.sessionOfReply(client, responseId),
    })
  }

  private judgeOf(decoded: DecodedRequest): ExchangeJudge {
    const { tenant, session, format, requestId, client, startedMs, gateway } = this
    return new ExchangeJudge({
      inForce: tenant,
      session,
      format,
      decoded,
      requestId,
      client,
      startedMs,
      denialsAreErrors: gateway.onDeny === 'refuse',
    })
  }

  /** Judges and, when nothing speaks against it, sends; otherwise says why not. */
  private judgeAndSend(bytes: Buffer, plain: Buffer, body: JsonObject): Refusal | undefined {
    const { format, request } = this
    const { refusal, edits } = this.judge.request(
      declarationsOf((name) => headerOf(request.rawHeaders, name)),
    )
    this.recordFaults()
    if (refusal !== undefined) return refusal
    this.hidesUsage = edits.some(({ kind }) => kind === 'report-usage')
    const edited = edits.length === 0 ? { body, changed: false } : format.editRequest(body, edits)
    const redacted = this.redacted(objectOf(edited.body)!)
    if (redacted === body) this.send(bytes, false)
    else this.send(splicedBody(plain, body, redacted) ?? Buffer.from(JSON.stringify(redacted)), true)
    return undefined
  }

  private redacted(body: JsonObject): JsonObject {
    const { tenant, format, decoded } = this
    return this.isShadow
      ? body
      : redactRequest(body, format.requestEditor.messagesKey, decoded, tenant.needs.text)
  }

  private send(body: Uint8Array, isChanged: boolean): void {
    const { rawHeaders } = this.request
    this.gateway.traffic.judgingTook(this.gateway.nowMs() - this.startedMs)
    const accepted = headerOf(rawHeaders, 'accept-encoding')
    // a compressed stream cannot be cut into frames and passed on as it came
    const encodings =
      this.decoded.stream && !this.isShadow && accepted !== undefined
        ? 'identity'
        : readableEncodings(accepted)
    const headers = forwardedRequestHeaders(
      rawHeaders,
      (name) =>
        name === 'content-length' ||
        ((isChanged || this.isRetold) && name === 'content-encoding') ||
        (encodings !== undefined && name === 'accept-encoding'),
    )
    if (encodings !== undefined) headers.push('accept-encoding', encodings)
    this.isSent = true
    receiveReply(this, { method: this.request.method ?? 'POST', path: this.path, headers, body })
  }

  /** Asks the provider, or what chaos makes of it. */
  ask(request: UpstreamRequest, listener: UpstreamListener): UpstreamCall {
    const { chaos, upstream, format, route, requestId, gateway } = this
    if (chaos === undefined) return callUpstream(upstream.pool, request, listener)
    return chaos.call(upstream.pool, request, listener, {
      format,
      framing: route.framing ?? format.framing,
      requestId,
      isStream: (head) => isStream(this, head),
      maxBodyBytes: gateway.maxBodyBytes,
    })
  }

  /** The ledger of chaos stands in the session like everything else that happened. */
  private recordFaults(): void {
    const { chaos, session, tenant } = this
    for (const { faultId, fault, target, callId } of chaos?.newlyFired() ?? [])
      this.guarded(() =>
        tenant.judge(session, {
          kind: 'fault',
          sessionId: session.id,
          surface: tenant.surface,
          faultId,
          fault,
          target,
          ...(callId === undefined ? {} : { callId }),
        }),
      )
  }

  conclude(reply: DecodedReply, streamed: boolean): ReplyJudgement {
    this.chaos?.sawReply(reply)
    return this.judge.reply(reply, streamed)
  }

  outcomeOf(judgement: ReplyJudgement): {
    readonly edits: readonly ReplyEdit[]
    readonly refusal?: Refusal
  } {
    return this.judge.outcomeOf(judgement)
  }

  get denialsAreErrors(): boolean {
    return this.judge.denialsAreErrors
  }

  get needsConclusion(): boolean {
    return this.isSent && !this.judge.isAnswered
  }

  concludeEmpty(ending: Ending, stopReason: string): void {
    if (this.needsConclusion) this.guarded(() => this.judge.noReply(ending, stopReason))
  }

  guarded(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.gateway.log({ level: 'error', code: 'not-recorded', message: reasonOf(error) })
    }
  }

  /** Resolves when what was recorded would survive a crash; nobody is told of the end of a turn before that. */
  async flush(): Promise<void> {
    try {
      await this.tenant.flush(this.session)
    } catch (error) {
      this.tenant.sessions.drop(this.session.id)
      if (!this.mayOverlook(`records that could not be written: ${reasonOf(error)}`)) throw error
    }
  }

  refuse(refusal: Refusal): void {
    const { gateway, response, format, tenant, requestId } = this
    sendRefusal(
      gateway,
      response,
      { format, contract: tenant.contractName, requestId, sessionId: this.session?.id },
      refusal,
    )
    this.close()
  }

  /** The provider's own error shape for something that is nobody's breach. */
  fail(status: number, message: string, code: string): void {
    const { gateway, response, format, requestId } = this
    const isOurs = status < 500
    sendAnswer(gateway, response, format.error({ status, message, requestId }), {
      'x-holdfast-error': code,
      ...(isOurs ? { 'x-should-retry': 'false' } : {}),
      ...(this.request.complete ? {} : { connection: 'close' }),
    })
    this.close()
  }

  /** The fail-closed rule for a bug of ours: nothing leaves, and the client is told without details. */
  broken(error: unknown): void {
    this.gateway.log({ level: 'error', code: 'not-judged', message: reasonOf(error) })
    this.concludeEmpty('cut', 'not-judged')
    const message = '[Holdfast] This could not be judged, so it was stopped.'
    if (this.response.headersSent) {
      this.response.destroy()
      this.close()
    } else this.refuse({ message, clause: undefined })
  }

  close(): void {
    if (this.isOver) return
    this.isOver = true
    if (this.session !== undefined) this.recordFaults()
    this.gateway.budget.give(this.heldBytes)
    if (this.session !== undefined) this.session.inFlight -= 1
    this.gateway.traffic.openExchanges -= 1
    this.gateway.traffic.exchangeTook(this.gateway.nowMs() - this.startedMs)
  }
}

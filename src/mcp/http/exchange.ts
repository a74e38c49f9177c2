import type { IncomingMessage, ServerResponse } from 'node:http'
import { request as send, type Dispatcher } from 'undici'
import type { JsonValue } from '../../model/index.ts'
import type { McpChaos } from '../chaos.ts'
import { errorReply, isObject, RPC } from '../json-rpc.ts'
import { parseText } from '../json-text.ts'
import { reasonOf, type Log } from '../log.ts'
import { Relay } from '../relay.ts'
import type { ToolRules } from '../tool-list.ts'
import { writeTo } from '../write-to.ts'
import type { GuardedSessions } from './guarded-sessions.ts'
import { forwarded, headerMismatch, mirrorsArguments } from './headers.ts'
import { readBounded } from './read-bounded.ts'
import { createFrameSplitter, frameText, withData } from './sse-frames.ts'

export interface HttpParts {
  readonly upstream: URL
  readonly dispatcher: Dispatcher
  readonly sessions: GuardedSessions
  readonly rules: ToolRules
  readonly maxMessageBytes: number
  readonly log: Log
  readonly chaos?: McpChaos
}

type Reply = Dispatcher.ResponseData

const UNCHANGEABLE =
  'Its arguments are repeated in headers (Mcp-Param-*), so they cannot be changed on the way; leave out what is not allowed.'

/** One HTTP request of a client, from its first byte to the last one of the answer. */
export class Exchange {
  private readonly abort = new AbortController()

  constructor(
    private readonly parts: HttpParts,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    response.once('close', () => this.abort.abort())
  }

  /** A message, and its answer as JSON or as a stream. */
  async post(): Promise<void> {
    const { request } = this
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      return this.answer(415, errorReply(null, RPC.invalidRequest, 'a compressed message cannot be judged'))
    const bytes = await readBounded(request.iterator({ destroyOnReturn: false }), this.parts.maxMessageBytes)
    if (bytes === undefined)
      return this.answer(
        413,
        errorReply(
          null,
          RPC.invalidRequest,
          `the message is larger than ${this.parts.maxMessageBytes} bytes`,
        ),
      )
    const text = textOf(bytes)
    const parsed = parseText(text)
    const mismatch = parsed.ok ? headerMismatch(request.headers, parsed.value) : undefined
    if (mismatch !== undefined) return this.answer(400, errorReply(null, RPC.headerMismatch, mismatch))
    const relay = await this.relay()
    const { onward, back: atOnce, later } = await relay.fromClient(text)
    const back = atOnce ?? (await later)
    if (onward === 'nothing')
      return back === undefined ? this.end(202) : this.answer(isProtocolError(back) ? 400 : 200, back)
    const reply = await this.ask(onward === 'as-is' ? bytes : Buffer.from(JSON.stringify(onward.message)))
    return this.relayReply(relay, reply, back)
  }

  /** The stream on which a server speaks unasked. */
  async get(): Promise<void> {
    await this.relayReply(await this.relay(), await this.ask(undefined), undefined)
  }

  async delete(): Promise<void> {
    const reply = await this.ask(undefined)
    if (reply.statusCode < 300) await this.parts.sessions.end(this.request.headers)
    await this.relayReply(await this.relay(), reply, undefined)
  }

  /** Where clients look for the way to authorize themselves; nothing there calls a tool. */
  async wellKnown(): Promise<void> {
    const { statusCode, headers, body } = await this.ask(undefined)
    this.response.writeHead(statusCode, forwarded(headers))
    for await (const chunk of body) await writeTo(this.response, chunk as Buffer)
    this.response.end()
  }

  /** Nothing that went wrong lets anything through. */
  broken(error: unknown): void {
    const reason = reasonOf(error)
    if (this.abort.signal.aborted) return
    this.parts.log({ level: 'error', code: 'exchange-failed', message: reason })
    if (this.response.headersSent) this.response.destroy()
    else this.answer(502, errorReply(null, RPC.internalError, `the server could not be asked: ${reason}`))
  }

  private async relay(): Promise<Relay> {
    const { sessions, rules, log, chaos } = this.parts
    const { session, open } = await sessions.open(this.request.headers)
    const isFixed = mirrorsArguments(this.request.headers)
    return new Relay(
      { session, rules, log, ...(isFixed ? { unchangeable: UNCHANGEABLE } : {}), ...(chaos && { chaos }) },
      open,
    )
  }

  private ask(body: Buffer | undefined): Promise<Reply> {
    const { upstream, dispatcher } = this.parts
    return send(new URL(this.request.url ?? '/', upstream), {
      dispatcher,
      method: this.request.method as Dispatcher.HttpMethod,
      headers: { ...forwarded(this.request.headers), 'accept-encoding': 'identity' },
      signal: this.abort.signal,
      ...(body === undefined ? {} : { body }),
    })
  }

  private async relayReply(relay: Relay, reply: Reply, back: JsonValue | undefined): Promise<void> {
    const type = String(reply.headers['content-type'] ?? '')
    if (reply.headers['content-encoding'] !== undefined)
      throw new Error('its answer is compressed, so it cannot be judged')
    if (/^text\/event-stream\b/iu.test(type) && reply.statusCode < 300)
      return this.relayStream(relay, reply, back)
    const bytes = await readBounded(reply.body, this.parts.maxMessageBytes)
    if (bytes === undefined) throw new Error(`its answer is larger than ${this.parts.maxMessageBytes} bytes`)
    if (bytes.length === 0)
      return back === undefined ? this.end(reply.statusCode, reply) : this.answer(200, back)
    const { onward, later } = await relay.fromServer(textOf(bytes))
    const late = await later
    if (late !== undefined) return this.answer(reply.statusCode, late, reply)
    if (onward === 'nothing') {
      const message = `the server answered with status ${reply.statusCode} and no message that can be shown`
      return this.answer(
        reply.statusCode < 300 ? 502 : reply.statusCode,
        errorReply(null, RPC.internalError, message),
        reply,
      )
    }
    if (back === undefined && onward === 'as-is') return this.end(reply.statusCode, reply, bytes)
    const message = onward === 'as-is' ? (JSON.parse(textOf(bytes)) as JsonValue) : onward.message
    this.answer(reply.statusCode, back === undefined ? message : ([message, back].flat() as JsonValue), reply)
  }

  private async relayStream(relay: Relay, reply: Reply, back: JsonValue | undefined): Promise<void> {
    const { response } = this
    response.writeHead(reply.statusCode, { ...forwarded(reply.headers), 'x-accel-buffering': 'no' })
    response.flushHeaders()
    if (back !== undefined) await writeTo(response, `data: ${JSON.stringify(back)}\n\n`)
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const splitter = createFrameSplitter(this.parts.maxMessageBytes)
    for await (const chunk of reply.body)
      for (const frame of splitter.push(decoder.decode(chunk as Buffer, { stream: true }))) {
        if (frame.data === undefined || frame.data === '') {
          await writeTo(response, frameText(frame))
          continue
        }
        const { onward, later } = await relay.fromServer(frame.data)
        const late = await later
        if (late !== undefined) await writeTo(response, withData(frame, JSON.stringify(late)))
        else if (onward === 'as-is') await writeTo(response, frameText(frame))
        else if (onward !== 'nothing')
          await writeTo(response, withData(frame, JSON.stringify(onward.message)))
      }
    response.end()
  }

  private answer(status: number, message: JsonValue, reply?: Reply): void {
    const body = Buffer.from(JSON.stringify(message))
    this.response.writeHead(status, {
      ...(reply === undefined ? {} : forwarded(reply.headers)),
      'content-type': 'application/json',
      'content-length': body.length,
    })
    this.response.end(body)
  }

  private end(status: number, reply?: Reply, bytes?: Buffer): void {
    this.response.writeHead(status, reply === undefined ? {} : forwarded(reply.headers))
    this.response.end(bytes)
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    // never JSON, so that the relay says what it says of everything it cannot read
    return '\u0000'
  }
}

function isProtocolError(back: JsonValue): boolean {
  return isObject(back) && 'error' in back
}

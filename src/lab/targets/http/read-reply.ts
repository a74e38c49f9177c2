import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { createSseSplitter } from '../../../wire/sse.ts'
import { excerpt, type Outcome } from '../answers.ts'
import { detectAnswer, textOf } from './detect-answer.ts'
import type { ResponsePath } from './response-path.ts'
import { isTelling, streamAnswer } from './stream-answer.ts'

/** An HTTP reply whose body has not been read yet. */
export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: AsyncIterable<Uint8Array>
}

export interface ReadOptions {
  readonly path: ResponsePath | undefined
  /** The request asked for a page, so a page is an answer. */
  readonly takesHtml: boolean
}

const MAX_REPLY_BYTES = 16 * 1_048_576

/** What the agent said, or why it cannot be taken for an answer. */
export async function readReply(reply: HttpReply, options: ReadOptions): Promise<Outcome> {
  const type = headerOf(reply, 'content-type').toLowerCase()
  if (reply.status < 200 || reply.status > 299) return statusFailure(reply, await readText(reply.body))
  if (type.includes('text/event-stream')) return streamAnswer(await readFrames(reply.body), options.path)
  const text = await readText(reply.body)
  if (text === undefined) return tooLong()
  if (/\b(?:x-ndjson|jsonl|json-lines)\b/u.test(type))
    return streamAnswer(
      text.split('\n').filter((line) => line.trim() !== ''),
      options.path,
    )
  return wholeAnswer(text, type, options)
}

function wholeAnswer(text: string, type: string, { path, takesHtml }: ReadOptions): Outcome {
  const saysJson = /\b(?:application|text)\/(?:[a-z0-9.+-]*\+)?json\b/u.test(type)
  if (!takesHtml && !saysJson && isPage(text, type))
    return {
      reason: 'bad-answer',
      message: `the agent answered with an HTML page where an answer is expected: ${excerpt(text, 120)}`,
    }
  const mayBeJson = saysJson || path !== undefined || type === '' || type.includes('octet-stream')
  if (!mayBeJson) return { output: text }
  const body = parsed(text)
  if (body !== undefined) return jsonAnswer(body, path)
  if (path === undefined && !saysJson) return { output: text }
  const why = text.trim() === '' ? 'an empty body' : `something that is not JSON: ${excerpt(text, 120)}`
  return {
    reason: 'bad-answer',
    message: `the agent answered with ${why}${path === undefined ? '' : ', so response_path cannot be followed'}`,
  }
}

function jsonAnswer(body: JsonValue, path: ResponsePath | undefined): Outcome {
  const complaint = complaintIn(body)
  if (complaint !== undefined)
    return { reason: 'crashed', message: `the agent answered with an error: ${excerpt(complaint)}` }
  if (path === undefined) return { output: detectAnswer(body) }
  const result = path(body)
  return result.found ? { output: textOf(result.value) } : { reason: 'bad-answer', message: result.message }
}

/** A body that says of itself that something went wrong. `"error": null` says the opposite. */
function complaintIn(body: JsonValue): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const object = body as JsonObject
  const error = object['error'] ?? object['Error']
  if (error !== undefined && isTelling(error)) {
    const inner =
      typeof error === 'object' && !Array.isArray(error) ? (error as JsonObject)['message'] : undefined
    return textOf(inner ?? error)
  }
  if (object['success'] !== false) return undefined
  return textOf(object['message'] ?? 'it says `success: false`')
}

function statusFailure(reply: HttpReply, text: string | undefined): Outcome {
  const { status } = reply
  const body = excerpt(text ?? '', 300)
  const shown = `HTTP ${status}${body === '' ? '' : `: ${body}`}`
  if (status === 429) return { reason: 'refused', message: shown, retryAfterMs: retryAfterMs(reply) }
  if (status >= 500) return { reason: 'crashed', message: shown }
  const location = headerOf(reply, 'location')
  if (status >= 300 && status < 400)
    return {
      reason: 'bad-answer',
      message: `HTTP ${status}: the agent is elsewhere${location === '' ? '' : `, at ${excerpt(location, 200)}; set agent.endpoint to it`}`,
    }
  return { reason: 'refused', message: shown }
}

const DEFAULT_RETRY_MS = 1_000
const MOST_RETRY_MS = 300_000

function retryAfterMs(reply: HttpReply): number {
  const written = headerOf(reply, 'retry-after')
  const ms = /^\d{1,7}(?:\.\d{1,3})?$/u.test(written)
    ? Number(written) * 1000
    : Date.parse(written) - Date.now()
  return Number.isFinite(ms) ? Math.min(MOST_RETRY_MS, Math.max(0, ms)) : DEFAULT_RETRY_MS
}

function isPage(text: string, type: string): boolean {
  return (
    /\b(?:text\/html|xhtml\+xml)\b/u.test(type) ||
    /^\s{0,100}<(?:!doctype html|html)[\s>]/iu.test(text.slice(0, 200))
  )
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function headerOf({ headers }: HttpReply, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

function tooLong(): Outcome {
  return { reason: 'bad-answer', message: `the answer is larger than ${MAX_REPLY_BYTES} bytes` }
}

/** Nothing when it is too long. */
async function readText(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > MAX_REPLY_BYTES) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Stops at the frame that says so, because some servers keep the connection open behind it. */
async function readFrames(body: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  const splitter = createSseSplitter()
  const data: string[] = []
  let bytes = 0
  for await (const chunk of body) {
    for (const frame of splitter.push(chunk)) {
      if (frame.data?.trim() === '[DONE]') return data
      if (frame.data !== undefined) data.push(frame.data)
    }
    bytes += chunk.byteLength
    if (bytes > MAX_REPLY_BYTES) return data
  }
  for (const frame of splitter.end())
    if (frame.data !== undefined && frame.data.trim() !== '[DONE]') data.push(frame.data)
  return data
}

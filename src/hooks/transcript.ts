import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Usage } from '../model/index.ts'
import { isObject, present, textIn, valueIn } from './payload.ts'
import type { JsonObject } from '../model/index.ts'

/** One line of an assistant's message as the host logged it; a message may take several lines. */
export interface LoggedReply {
  /** Unique in the log, `<message id>/<line id>`. */
  readonly id: string
  readonly messageId: string
  readonly text: string
  readonly model?: string
  readonly usage?: Usage
}

export interface ReadTranscript {
  readonly replies: readonly LoggedReply[]
  /** Where the next line starts. */
  readonly end: number
}

/** A log that grew by more than this between two events is read from its newer end. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * The assistant's messages from a position on. The log is the host's own and has no published format, so a line
 * that is not understood is skipped: what is lost is knowledge of what was said and spent, never a verdict.
 */
export function readTranscript(path: string, from: number): ReadTranscript {
  const bytes = tail(path, from)
  if (bytes === undefined) return { replies: [], end: 0 }
  const last = bytes.text.lastIndexOf(0x0a)
  if (last < 0) return { replies: [], end: bytes.start }
  const lines = bytes.text.toString('utf8', 0, last).split('\n')
  return { replies: lines.flatMap(replyIn), end: bytes.start + last + 1 }
}

function tail(path: string, from: number): { readonly text: Buffer; readonly start: number } | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const { size } = fstatSync(file)
    // a log that got shorter is another log
    const start = Math.max(from > size ? 0 : from, size - MOST_BYTES)
    const text = Buffer.alloc(size - start)
    return { text: text.subarray(0, readSync(file, text, 0, text.length, start)), start }
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function replyIn(line: string): readonly LoggedReply[] {
  // most lines are of users and tools; parsing them would cost more than everything else here
  if (!line.includes('"assistant"')) return []
  const entry = parsed(line)
  if (entry === undefined || textIn(entry, 'type') !== 'assistant') return []
  const message = valueIn(entry, 'message')
  if (!isObject(message)) return []
  const messageId = textIn(message, 'id') ?? textIn(entry, 'uuid')
  if (messageId === undefined) return []
  return [
    {
      id: `${messageId}/${textIn(entry, 'uuid') ?? ''}`,
      messageId,
      text: textOf(message),
      ...present('model', textIn(message, 'model')),
      ...present('usage', usageOf(valueIn(message, 'usage'))),
    },
  ]
}

function textOf(message: JsonObject): string {
  const content = valueIn(message, 'content')
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter((block): block is JsonObject => isObject(block) && textIn(block, 'type') === 'text')
    .map((block) => textIn(block, 'text') ?? '')
    .join('\n')
}

function usageOf(usage: unknown): Usage | undefined {
  if (!isObject(usage)) return undefined
  const count = (key: string) => {
    const value = valueIn(usage, key)
    return typeof value === 'number' && value >= 0 ? value : 0
  }
  const cacheRead = count('cache_read_input_tokens')
  const cacheWrite = count('cache_creation_input_tokens')
  return {
    input: count('input_tokens') + cacheRead + cacheWrite,
    output: count('output_tokens'),
    ...(cacheRead > 0 ? { cacheRead } : {}),
    ...(cacheWrite > 0 ? { cacheWrite } : {}),
  }
}

function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

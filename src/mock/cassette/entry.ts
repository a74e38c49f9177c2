import { HoldfastError } from '../../kit/errors.ts'
import type { RecordedRequest } from './fingerprint.ts'

/** The first line of every cassette; a reader refuses what it does not know. */
export const CASSETTE_FORMAT = 'holdfast.cassette/1'

/** A piece of a body as it came: as text where that gives back the same bytes. */
export type RecordedFrame = { readonly afterMs: number } & (
  | { readonly text: string }
  | { readonly base64: string }
)

export interface RecordedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly frames: readonly RecordedFrame[]
  /** The connection broke after the last frame. */
  readonly cut?: true
}

/** One line of a cassette. */
export interface CassetteEntry {
  /** In the order in which requests were made, which is not the order in which answers ended. */
  readonly number: number
  readonly fingerprint: string
  readonly request: RecordedRequest
  readonly response: RecordedResponse
}

export function recordedFrame(bytes: Uint8Array, afterMs: number): RecordedFrame {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('utf8')
  return Buffer.from(text, 'utf8').equals(buffer)
    ? { afterMs, text }
    : { afterMs, base64: buffer.toString('base64') }
}

export function frameBytes(frame: RecordedFrame): Uint8Array {
  return 'text' in frame ? Buffer.from(frame.text, 'utf8') : Buffer.from(frame.base64, 'base64')
}

/** Every entry in the order of its request. */
export function readCassette(file: string, text: string): readonly CassetteEntry[] {
  const lines = text.split('\n')
  const entries = lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const value = parseLine(file, line, index + 1)
    if (index > 0) return [asEntry(file, value, index + 1)]
    if ((value as { format?: unknown } | null)?.format === CASSETTE_FORMAT) return []
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `${file}:1:1  this is not a cassette: its first line must be {"format":"${CASSETTE_FORMAT}"}`,
      'record one: holdfast mock --record <file> --upstream <url>',
    )
  })
  if (lines.every((line) => line.trim() === ''))
    throw new HoldfastError('HF_INVALID_FILE', `${file}:1:1  the cassette is empty`)
  return entries.sort((left, right) => left.number - right.number)
}

function parseLine(file: string, line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `${file}:${number}:1  this line is not JSON`,
      'a recording that was killed may end in half a line; remove it, or record again',
    )
  }
}

function asEntry(file: string, value: unknown, line: number): CassetteEntry {
  const entry = value as CassetteEntry | null
  const isEntry =
    typeof entry?.number === 'number' &&
    typeof entry.request?.method === 'string' &&
    typeof entry.request.path === 'string' &&
    entry.request.body !== undefined &&
    Number.isInteger(entry.response?.status) &&
    isTextMap(entry.response.headers) &&
    Array.isArray(entry.response.frames) &&
    entry.response.frames.every(isFrame)
  if (isEntry) return entry
  throw new HoldfastError('HF_INVALID_FILE', `${file}:${line}:1  this line is not an entry of a cassette`)
}

function isTextMap(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => typeof each === 'string')
  )
}

function isFrame(value: unknown): boolean {
  const frame = value as { afterMs?: unknown; text?: unknown; base64?: unknown } | null
  return (
    typeof frame?.afterMs === 'number' && (typeof frame.text === 'string' || typeof frame.base64 === 'string')
  )
}

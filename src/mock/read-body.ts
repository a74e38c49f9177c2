import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

export const MAX_BODY_BYTES = 64 * 1024 * 1024

export type BodyResult =
  | { readonly ok: true; readonly body: Buffer }
  | { readonly ok: false; readonly status: 400 | 413 | 415; readonly reason: string }

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>

const DECODERS = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/** Reads a body whole, up to a limit that also holds for what is packed inside it. */
export async function readBody(message: IncomingMessage): Promise<BodyResult> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of message as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > MAX_BODY_BYTES)
      return { ok: false, status: 413, reason: `The body is larger than ${MAX_BODY_BYTES} bytes.` }
    pieces.push(piece)
  }
  return decodeBody(Buffer.concat(pieces), message.headers['content-encoding'])
}

/** Unpacks what a `Content-Encoding` says, the last one first. */
export async function decodeBody(packed: Buffer, encoding: string | undefined): Promise<BodyResult> {
  const steps = (encoding ?? '')
    .split(',')
    .map((step) => step.trim().toLowerCase())
    .filter((step) => step !== '' && step !== 'identity')
  let body = packed
  for (const step of steps.toReversed()) {
    const decode = DECODERS.get(step)
    if (decode === undefined)
      return { ok: false, status: 415, reason: `The content encoding ${step.slice(0, 40)} is not known.` }
    try {
      body = await decode(body, { maxOutputLength: MAX_BODY_BYTES })
    } catch (error) {
      const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      return tooLarge
        ? { ok: false, status: 413, reason: `The body unpacks to more than ${MAX_BODY_BYTES} bytes.` }
        : { ok: false, status: 400, reason: `The body is not valid ${step}.` }
    }
  }
  return { ok: true, body }
}

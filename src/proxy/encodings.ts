import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import type { Transform } from 'node:stream'

/** `undefined` when the body is written in a way nobody here can read. */
export function decodeBody(
  bytes: Buffer,
  encoding: string | undefined,
  limitBytes: number,
): Buffer | undefined {
  if (encoding === undefined) return bytes
  const names = encodingNames(encoding)
  let result: Buffer | undefined = bytes
  // the last one was applied last
  for (const name of names.toReversed()) result = result && decodeOnce(result, name, limitBytes)
  return result
}

function decodeOnce(bytes: Buffer, name: string, maxOutputLength: number): Buffer | undefined {
  // a truncated body is not a body; a bomb stops at the limit
  const options = { maxOutputLength }
  try {
    switch (name) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, options)
      case 'br':
        return brotliDecompressSync(bytes, options)
      case 'deflate':
        return isZlib(bytes) ? inflateSync(bytes, options) : inflateRawSync(bytes, options)
      default:
        return undefined
    }
  } catch {
    return undefined
  }
}

function isZlib(bytes: Buffer): boolean {
  return bytes.length >= 2 && (bytes[0]! & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0
}

function encodingNames(encoding: string | undefined): readonly string[] {
  if (encoding === undefined) return []
  return encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
}

/** Decodes while bytes arrive; `undefined` for plain text, `unreadable` for what nobody here can read. */
export function streamDecoder(encoding: string | undefined): Transform | 'unreadable' | undefined {
  const [name, second] = encodingNames(encoding)
  if (name === undefined) return undefined
  if (second !== undefined) return 'unreadable'
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush: constants.Z_SYNC_FLUSH })
    case 'br':
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })
    case 'deflate':
      return createInflate({ flush: constants.Z_SYNC_FLUSH })
    default:
      return 'unreadable'
  }
}

const READABLE = new Set(['gzip', 'x-gzip', 'br', 'deflate', 'identity'])

/** What we may let the provider choose from: nothing that we could not read back. `undefined` keeps the header. */
export function readableEncodings(accepted: string | undefined): string | undefined {
  if (accepted === undefined) return undefined
  const offers = accepted.split(',').map((offer) => offer.trim())
  const kept = offers.filter((offer) => READABLE.has(offer.split(';', 1)[0]!.trim().toLowerCase()))
  return kept.length === offers.length ? undefined : kept.length === 0 ? 'identity' : kept.join(', ')
}

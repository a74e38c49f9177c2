import type { Framing, HeaderChange, RequestVariation } from '../../../mutations/request/variation.ts'
import type { HttpRequest } from './build-request.ts'
import { variedBody } from './varied-body.ts'

/** A request byte by byte: head and body apart, so that time can pass between them. */
export interface RawRequest {
  readonly url: URL
  readonly head: Buffer
  readonly body: Buffer
  readonly expectsContinue: boolean
}

type Header = readonly [string, string]

/** The same question in other clothes. Written by hand because no HTTP client would let it through. */
export function variedRequest(request: HttpRequest, variation: RequestVariation): RawRequest {
  const { framing = {} } = variation
  const url = variedUrl(request.url, variation)
  const method = variation.method ?? request.method
  const body = variedBody(request.body ?? '', variation.body)
  const isChunked = framing.chunkBytes !== undefined
  const own: Header[] = [
    ['Host', url.host],
    ...request.headers.filter(
      ([name]) => body.contentType === undefined || name.toLowerCase() !== 'content-type',
    ),
    ...(body.contentType === undefined ? [] : [['Content-Type', body.contentType] as const]),
    ...(body.contentEncoding === undefined ? [] : [['Content-Encoding', body.contentEncoding] as const]),
    ...lengthHeaders(framing, body.bytes.length, request.body !== undefined || body.bytes.length > 0),
    ...(framing.expectContinue === true ? [['Expect', '100-continue'] as const] : []),
    ['Connection', 'close'],
  ]
  const headers = (variation.headers ?? []).reduce<readonly Header[]>(changed, own)
  const target = framing.absoluteTarget === true ? url.href : `${url.pathname}${url.search}`
  const end = framing.lineEnding === 'lf' ? '\n' : '\r\n'
  const lines = [
    `${method} ${target} HTTP/${framing.version ?? '1.1'}`,
    ...headers.map((header) => headerLine(header, framing)),
  ]
  return {
    url,
    // a header value from a mutation may hold bytes above ASCII, which go out as they are written
    head: Buffer.from(`${lines.join(end)}${end}${end}`, 'utf8'),
    body: isChunked ? chunked(body.bytes, framing.chunkBytes) : body.bytes,
    expectsContinue: framing.expectContinue === true,
  }
}

function variedUrl(written: string, { query = {} }: RequestVariation): URL {
  const url = new URL(written)
  if (query.repeatOwnAs !== undefined)
    for (const name of new Set(url.searchParams.keys())) url.searchParams.append(name, query.repeatOwnAs)
  for (const { name, value } of query.add ?? []) url.searchParams.append(name, value)
  return url
}

function lengthHeaders(
  { chunkBytes, contentLength }: Framing,
  bytes: number,
  hasBody: boolean,
): readonly Header[] {
  const chunks: readonly Header[] = chunkBytes === undefined ? [] : [['Transfer-Encoding', 'chunked']]
  if (contentLength === 'absent' || (chunkBytes !== undefined && contentLength !== 'beside-chunked'))
    return chunks
  if (!hasBody && contentLength === undefined) return chunks
  const told =
    contentLength === 'short' ? Math.max(0, bytes - 1) : contentLength === 'long' ? bytes + 1 : bytes
  return [...chunks, ['Content-Length', String(told)]]
}

function changed(headers: readonly Header[], change: HeaderChange): readonly Header[] {
  const others = (): readonly Header[] =>
    headers.filter(([name]) => name.toLowerCase() !== change.name.toLowerCase())
  if (change.change === 'remove') return others()
  return [...(change.change === 'add' ? headers : others()), [change.name, change.value]]
}

function headerLine([name, value]: Header, { headerCase, blankBeforeColon }: Framing): string {
  const cased =
    headerCase === undefined
      ? name
      : headerCase === 'mixed'
        ? name
            .split('')
            .map((char, index) => (index % 2 === 0 ? char.toLowerCase() : char.toUpperCase()))
            .join('')
        : headerCase === 'upper'
          ? name.toUpperCase()
          : name.toLowerCase()
  const hasBlank = blankBeforeColon?.toLowerCase() === name.toLowerCase()
  return `${cased}${hasBlank ? ' ' : ''}: ${value}`
}

function chunked(bytes: Buffer, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = Math.max(1, sizes[turn % Math.max(1, sizes.length)] ?? bytes.length)
    const piece = bytes.subarray(at, at + size)
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
    at += size
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

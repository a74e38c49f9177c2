import type { HttpReply } from './read-reply.ts'

const MAX_HEAD_BYTES = 65_536

/** Reads an HTTP/1 reply from the bytes of a connection; interim replies are passed to `onInterim`. */
export async function rawReply(
  chunks: AsyncIterator<Uint8Array>,
  onInterim: (status: number) => void,
): Promise<HttpReply> {
  let rest: Buffer = Buffer.alloc(0)
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) {
      const { done, value } = await chunks.next()
      if (done === true)
        throw new Error(rest.length === 0 ? 'it hung up without an answer' : 'its reply has no end')
      rest = Buffer.concat([rest, value])
      if (rest.length > MAX_HEAD_BYTES && rest.indexOf('\r\n\r\n') < 0)
        throw new Error('its reply has no head')
      continue
    }
    const { status, headers } = parseHead(rest.subarray(0, end).toString('latin1'))
    rest = rest.subarray(end + 4)
    if (status >= 200 || status === 101)
      return { status, headers, body: bodyOf(headers, status, rest, chunks) }
    onInterim(status)
  }
}

function parseHead(text: string): { readonly status: number; readonly headers: Record<string, string> } {
  const [first = '', ...lines] = text.split('\r\n')
  const status = /^HTTP\/1\.[01] (\d{3})/u.exec(first)?.[1]
  if (status === undefined) throw new Error('its reply is not HTTP')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { status: Number(status), headers }
}

async function* bodyOf(
  headers: Readonly<Record<string, string>>,
  status: number,
  rest: Buffer,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (status === 204 || status === 304) return
  if (headers['transfer-encoding']?.toLowerCase().includes('chunked') === true)
    return yield* chunkedBody(rest, chunks)
  const length = headers['content-length']
  let left = length === undefined ? Infinity : Number(length)
  for (let piece: Uint8Array = rest; ;) {
    yield piece.subarray(0, left)
    left -= piece.length
    if (left <= 0) return
    const next = await chunks.next()
    if (next.done === true) return
    piece = next.value
  }
}

async function* chunkedBody(first: Buffer, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = first
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next()
    if (done !== true) rest = Buffer.concat([rest, value])
    return done !== true
  }
  for (;;) {
    let end = rest.indexOf('\r\n')
    while (end < 0) {
      if (!(await more())) return
      end = rest.indexOf('\r\n')
    }
    const size = Number.parseInt(rest.subarray(0, end).toString('latin1'), 16)
    if (!(size > 0)) return
    while (rest.length < end + 2 + size + 2) if (!(await more())) return
    yield rest.subarray(end + 2, end + 2 + size)
    rest = rest.subarray(end + 4 + size)
  }
}

import { request as httpRequest, type IncomingMessage } from 'node:http'

export interface RawReply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  /** True when the connection broke before the end. */
  readonly isCut: boolean
}

/** A client that neither adds nor decodes anything. */
export function rawRequest(
  url: string,
  {
    method = 'POST',
    headers = [],
    body,
  }: {
    readonly method?: string
    readonly headers?: readonly string[]
    readonly body?: string | Uint8Array
  } = {},
): Promise<RawReply> {
  const { hostname, port, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        method,
        path: `${pathname}${search}`,
        agent: false,
        // written out by hand so that case, order and repetitions stay
        headers: [
          'Host',
          `${hostname}:${port}`,
          ...headers,
          ...(body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))]),
        ],
      },
      (response) => {
        const chunks: Buffer[] = []
        const finish = (isCut: boolean): void =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            body: Buffer.concat(chunks),
            isCut,
          })
        response
          .on('data', (chunk: Buffer) => void chunks.push(chunk))
          .on('end', () => finish(!response.complete))
          .on('error', () => finish(true))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Reads a stream of server-sent events whole. */
export function sseData(body: Buffer): readonly string[] {
  return body
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice(6))
}

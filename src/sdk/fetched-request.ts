import { OUR_HEADERS } from '../exchange/declarations.ts'

/** What a client hands to `fetch`, read as far as judging needs it. */
export interface FetchedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  /** `undefined` for a body that is not at hand in one piece. */
  readonly text: string | undefined
  readonly init: RequestInit
}

export type Fetch = typeof globalThis.fetch

export async function readRequest(
  input: Parameters<Fetch>[0],
  init: RequestInit = {},
): Promise<FetchedRequest> {
  if (input instanceof Request) {
    const request = new Request(input, init)
    const { url, method, headers, signal } = request
    return { url, method, headers, text: await request.text(), init: { ...init, method, signal } }
  }
  const { method = 'GET', headers, body } = init
  return { url: String(input), method, headers: new Headers(headers), text: textOf(body), init }
}

function textOf(body: RequestInit['body']): string | undefined {
  if (typeof body === 'string') return body
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return new TextDecoder().decode(body)
  return undefined
}

/** What a caller says to Holdfast with a single request; none of it reaches the provider. */
export function takeOurs(headers: Headers): ReadonlyMap<string, string> {
  const ours = new Map([...headers].filter(([name]) => name.startsWith(OUR_HEADERS)))
  for (const name of ours.keys()) headers.delete(name)
  return ours
}

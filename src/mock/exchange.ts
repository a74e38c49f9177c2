import type { WireAnswer } from '../wire/index.ts'

/** A request as it came, with its body as bytes. Names of headers are in small letters. */
export interface ExchangeRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface ExchangeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Whole, or piece by piece as it comes. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
}

/** One request, one response: a model, a cassette or a provider far away. `signal` says that the client is gone. */
export type Exchange = (request: ExchangeRequest, signal: AbortSignal) => Promise<ExchangeResponse>

/** The exchange itself failed, and this is the status that says so. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

export async function* piecesOfBody({ body }: ExchangeResponse): AsyncIterable<Uint8Array> {
  if (body instanceof Uint8Array) yield body
  else yield* body
}

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ExchangeResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  }
}

export function fromAnswer(
  { status, headers, body }: WireAnswer,
  more: Readonly<Record<string, string>> = {},
): ExchangeResponse {
  return jsonResponse(status, body, { ...headers, ...more })
}

import type { ServerResponse } from 'node:http'
import type { WireFormat } from '../wire/format.ts'
import type { WireAnswer } from '../wire/denial.ts'
import type { Gateway } from './gateway.ts'
import type { Refusal } from '../exchange/refusals.ts'

/** Sends an answer of our own, unless an answer is already on its way. */
export function sendAnswer(
  gateway: Gateway,
  response: ServerResponse,
  { status, headers, body }: WireAnswer,
  extra: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) {
    response.end()
    return
  }
  const bytes = Buffer.from(body)
  response.writeHead(status, {
    ...headers,
    ...extra,
    ...(gateway.isDraining ? { connection: 'close' } : {}),
    'content-length': String(bytes.length),
  })
  response.end(bytes)
}

export interface RefusalContext {
  readonly format: WireFormat
  readonly contract: string
  readonly requestId: string
  readonly sessionId: string | undefined
}

/** The provider's own error, with a status that no client repeats. */
export function sendRefusal(
  gateway: Gateway,
  response: ServerResponse,
  { format, contract, requestId, sessionId }: RefusalContext,
  { message, clause }: Refusal,
): void {
  gateway.traffic.refused += 1
  const answer = format.denial({ message, contract, requestId, ...(clause === undefined ? {} : { clause }) })
  sendAnswer(gateway, response, answer, sessionId === undefined ? {} : { 'x-holdfast-session': sessionId })
}

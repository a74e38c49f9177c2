/** A request or reply that is refused as a whole, with a status no client repeats. */
export interface DenialReason {
  readonly status?: number
  readonly message: string
  readonly contract?: string
  readonly clause?: string
  readonly requestId?: string
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const BLOCKED_CODE = 'holdfast_blocked'

/** 403 is retried by nobody; the header is the second belt for clients that look at it. */
export function denialAnswer(
  { status = 403, contract, clause, requestId }: DenialReason,
  requestIdHeader: string | undefined,
  body: object,
): WireAnswer {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-should-retry': 'false',
    'x-holdfast-decision': 'block',
  }
  if (contract !== undefined) headers['x-holdfast-contract'] = headerText(contract)
  if (clause !== undefined) headers['x-holdfast-clause'] = headerText(clause)
  if (requestId !== undefined && requestIdHeader !== undefined)
    headers[requestIdHeader] = headerText(requestId)
  return { status, headers, body: JSON.stringify(body) }
}

/** Names come from files; a header may hold neither line breaks nor anything beyond ASCII. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, '?')
}

/** An error as the provider itself would send it. */
export interface ProviderError {
  readonly status: number
  readonly message?: string
  readonly code?: string
  readonly retryAfterS?: number
  readonly requestId?: string
}

export function errorAnswer({ status, retryAfterS }: ProviderError, body: object): WireAnswer {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (retryAfterS !== undefined) headers['retry-after'] = String(retryAfterS)
  return { status, headers, body: JSON.stringify(body) }
}

import { randomUUID } from 'node:crypto'
import type { WireFormat } from '../../wire/format.ts'
import { Breaches } from '../breaches.ts'
import type { Breach } from '../contract-breach-error.ts'
import type { Conversations } from '../conversations.ts'
import type { OnDeny } from '../judged-exchange.ts'
import type { Fetch } from '../fetched-request.ts'
import { guardedFetch } from '../guarded-fetch.ts'

/** What every client wrapper is given. */
export interface ClientGuard {
  readonly conversations: Conversations
  readonly sessionId: string | undefined
  readonly onDeny: OnDeny
  readonly unjudged: 'refuse' | 'pass'
}

/** How one client is guarded: its `fetch`, and the way from a denial back to its findings. */
export interface ClientHooks {
  readonly guardFetch: (fetch: Fetch) => Fetch
  readonly breaches: Breaches
}

export function clientHooks(
  { conversations, sessionId, onDeny, unjudged }: ClientGuard,
  formats: readonly WireFormat[],
  errorFor: (breach: Breach) => Error,
): ClientHooks {
  const breaches = new Breaches()
  const namespace = `sdk/${randomUUID()}`
  const guard = { conversations, breaches, formats, namespace, sessionId, onDeny, unjudged, errorFor }
  return { breaches, guardFetch: (fetch) => guardedFetch(guard, fetch) }
}

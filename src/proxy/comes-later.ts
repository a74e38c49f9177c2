import type { JsonObject } from '../model/index.ts'
import { pathSegments } from '../wire/route.ts'
import type { Tenant } from './tenant.ts'

/** The reply will not come in answer to this request, so nobody here would see it before the client does. */
export function comesLater(body: JsonObject | undefined): boolean {
  return body?.['background'] === true
}

/** A stored reply that is fetched again would bring back the calls that were withheld from it. */
export function fetchesWithheld(tenant: Tenant, client: string, path: string): boolean {
  const [first, responseId] = pathSegments(path)
  if (first !== 'responses' || responseId === undefined || tenant.mode === 'shadow') return false
  const sessionId = tenant.sessionOfReply(client, responseId)
  const session = sessionId === undefined ? undefined : tenant.sessions.get(sessionId)
  return session !== undefined && session.withheldCalls(responseId).length > 0
}

import type { JsonObject } from '../model/index.ts'
import { objectOf, parseJson } from '../wire/loose-json.ts'
import { headerOf, type RawHeaders } from './headers.ts'
import type { ProxySession } from './session.ts'
import type { Tenant } from './tenant.ts'

/** What an agent may say about itself beside its request. */
export interface Declarations {
  readonly agent?: string
  readonly scopes?: readonly string[]
  readonly state?: JsonObject
}

/** `x-holdfast-agent`, `x-holdfast-scopes: skill:seo, skill:mail` and `x-holdfast-state: {"field": "value"}`. */
export function declarationsOf(headers: RawHeaders): Declarations {
  const agent = headerOf(headers, 'x-holdfast-agent')
  const scopes = headerOf(headers, 'x-holdfast-scopes')
  const state = headerOf(headers, 'x-holdfast-state')
  const fields = state === undefined ? undefined : objectOf(parseJson(state))
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(scopes === undefined
      ? {}
      : {
          scopes: scopes
            .split(',')
            .map((scope) => scope.trim())
            .filter((scope) => scope !== ''),
        }),
    ...(fields === undefined ? {} : { state: fields }),
  }
}

export function declareState(tenant: Tenant, session: ProxySession, { state }: Declarations): void {
  if (state === undefined) return
  tenant.judge(session, { kind: 'state', sessionId: session.id, surface: 'proxy', fields: state })
}

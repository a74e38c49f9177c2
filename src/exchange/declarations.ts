import type { JsonObject } from '../model/index.ts'
import { objectOf, parseJson } from '../wire/loose-json.ts'

/** What an agent may say about itself beside its request. */
export interface Declarations {
  readonly agent?: string
  readonly scopes?: readonly string[]
  readonly state?: JsonObject
}

/** In front of every header by which a caller speaks to Holdfast; none of them is the provider's business. */
export const OUR_HEADERS = 'x-holdfast-'

export const NOTHING_DECLARED: Declarations = {}

/** `x-holdfast-agent`, `x-holdfast-scopes: skill:seo, skill:mail` and `x-holdfast-state: {"field": "value"}`. */
export function declarationsOf(valueOf: (name: string) => string | undefined): Declarations {
  const agent = valueOf('x-holdfast-agent')
  const scopes = valueOf('x-holdfast-scopes')
  const written = valueOf('x-holdfast-state')
  if (agent === undefined && scopes === undefined && written === undefined) return NOTHING_DECLARED
  const state = written === undefined ? undefined : objectOf(parseJson(written))
  return {
    ...(agent !== undefined && { agent }),
    ...(scopes !== undefined && { scopes: namesIn(scopes) }),
    ...(state !== undefined && { state }),
  }
}

function namesIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

import { createHash } from 'node:crypto'
import { canonicalJson } from '../../kit/canonical-json.ts'
import type { JsonValue } from '../../model/index.ts'
import { parseJson } from '../../wire/index.ts'
import type { ExchangeRequest } from '../exchange.ts'
import { objectOf } from '../json-object.ts'
import { redactJson, type SecretScanner } from './secrets.ts'

/** What is kept of a request: enough to know it again, and nothing that must not be kept. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  /** JSON, or the text of a body that is not JSON. */
  readonly body: JsonValue
}

/** Names of users, sessions and caches: they differ from run to run and do not change the answer. */
export const VOLATILE_KEYS: readonly string[] = [
  'metadata',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'session_id',
  'client_metadata',
]

const KEY_PARAMETERS = new Set(['key', 'api_key', 'api-key', 'token', 'access_token'])

export function recordableRequest(
  { method, path, body }: Omit<ExchangeRequest, 'headers'>,
  secrets: SecretScanner,
): RecordedRequest {
  const parsed = parseJson(body)
  const kept = parsed === undefined ? undefined : (withoutVolatile(parsed) ?? parsed)
  return {
    method: method.toUpperCase(),
    path: secrets.redact(withoutKeys(path)).text,
    body: redactJson(kept ?? new TextDecoder().decode(body), secrets),
  }
}

function withoutVolatile(body: JsonValue): JsonValue | undefined {
  const object = objectOf(body)
  if (object === undefined) return undefined
  return Object.fromEntries(Object.entries(object).filter(([key]) => !VOLATILE_KEYS.includes(key)))
}

function withoutKeys(path: string): string {
  const [route = '', ...query] = path.split('?')
  const kept = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && !KEY_PARAMETERS.has(pair.split('=', 1).join('').toLowerCase()))
  return kept.length === 0 ? route : `${route}?${kept.join('&')}`
}

/** The same for requests that mean the same, however their JSON is written. */
export function fingerprintOf({ method, path, body }: RecordedRequest): string {
  return createHash('sha256')
    .update(canonicalJson([method, path, body]))
    .digest('hex')
    .slice(0, 32)
}

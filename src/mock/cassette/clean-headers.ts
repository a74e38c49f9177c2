import type { SecretScanner } from './secrets.ts'

/** Belong to one connection, or say how the bytes were packed on it. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'content-encoding',
])

/** Say who asked; `date` and `age` would lie on the next day. */
const PRIVATE_WORDS = ['cookie', 'auth', 'token', 'secret', 'organization', 'project', 'account']
const PASSING = new Set(['date', 'age', 'expires', 'strict-transport-security', 'alt-svc'])

export function recordableHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: SecretScanner,
): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(
    ([name]) => !CONNECTION_HEADERS.has(name) && !PASSING.has(name) && (isLimit(name) || !isPrivate(name)),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, secrets.redact(value).text]))
}

/** `x-ratelimit-remaining-tokens` counts tokens and is none. */
function isLimit(name: string): boolean {
  return name.includes('ratelimit')
}

function isPrivate(name: string): boolean {
  return PRIVATE_WORDS.some((word) => name.includes(word)) || name.endsWith('-key')
}

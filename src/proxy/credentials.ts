import { createHash, timingSafeEqual } from 'node:crypto'
import { headerOf, type RawHeaders } from './headers.ts'

const CREDENTIAL_HEADERS: readonly string[] = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

/** Whatever a client proves itself with towards the provider, as it was sent. */
export function credentialOf(headers: RawHeaders, path: string): string | undefined {
  for (const name of CREDENTIAL_HEADERS) {
    const value = headerOf(headers, name)
    if (value !== undefined && value !== '') return withoutScheme(value)
  }
  return keysInQuery(path)[0]
}

/** Everything of the kind that was sent: a client that sends two does not say which one the provider will look at. */
export function credentialsOf(headers: RawHeaders, path: string): readonly string[] {
  const found: string[] = []
  for (let at = 0; at + 1 < headers.length; at += 2)
    if (CREDENTIAL_HEADERS.includes(headers[at]!.toLowerCase())) found.push(withoutScheme(headers[at + 1]!))
  return [...found, ...keysInQuery(path)]
}

function withoutScheme(value: string): string {
  return value.replace(/^Bearer +/iu, '')
}

/** As the provider reads them, whatever way they are written. */
function keysInQuery(path: string): readonly string[] {
  const start = path.indexOf('?')
  return start < 0 ? [] : new URLSearchParams(path.slice(start)).getAll('key')
}

const HASHES = new Map<string, string>()
const MOST_HASHES = 1000

/** Tells clients apart without keeping what they prove themselves with. */
export function credentialHash(credential: string | undefined): string {
  if (credential === undefined) return 'anonymous'
  let hash = HASHES.get(credential)
  if (hash === undefined) {
    if (HASHES.size >= MOST_HASHES) HASHES.clear()
    hash = sha256(credential)
    HASHES.set(credential, hash)
  }
  return hash
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Takes the same time for every wrong guess. */
export function isSameSecret(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false
  return timingSafeEqual(Buffer.from(sha256(given), 'hex'), Buffer.from(sha256(expected), 'hex'))
}

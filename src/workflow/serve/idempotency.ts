import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonValue } from '../../model/index.ts'
import type { HttpRoute } from '../model.ts'
import { stepInto } from '../value/context-path.ts'
import { kindOf } from '../value/kinds.ts'
import { textOf } from '../value/json-text.ts'

export interface StoredReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

export type Admission =
  | { readonly kind: 'first'; done(reply: StoredReply | undefined): Promise<void> }
  | { readonly kind: 'repeat'; readonly reply: StoredReply }
  | { readonly kind: 'in-flight' }

/** Remembers answers by key, on disk, so that a repeat after a restart is still a repeat. */
export function createIdempotency(folder: string, wallMs: () => number) {
  const inFlight = new Set<string>()
  return {
    async admit(key: string, ttlSecs: number): Promise<Admission> {
      const file = join(folder, `${key}.json`)
      if (inFlight.has(key)) return { kind: 'in-flight' }
      inFlight.add(key)
      const stored = await read(file)
      if (stored !== undefined && wallMs() - stored.atMs < ttlSecs * 1000) {
        inFlight.delete(key)
        return { kind: 'repeat', reply: stored.reply }
      }
      return {
        kind: 'first',
        async done(reply) {
          try {
            if (reply !== undefined) await write(folder, file, { atMs: wallMs(), reply })
          } finally {
            inFlight.delete(key)
          }
        },
      }
    },
  }
}

interface Stored {
  readonly atMs: number
  readonly reply: StoredReply
}

async function read(file: string): Promise<Stored | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Stored
  } catch {
    return undefined
  }
}

async function write(folder: string, file: string, stored: Stored): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.draft`, JSON.stringify(stored), { mode: 0o600 })
  await rename(`${file}.draft`, file)
}

/** The key of a request, or nothing when its payload has no such value. */
export function idempotencyKey(route: HttpRoute, payload: JsonValue, body: Uint8Array): string | undefined {
  const wanted = route.idempotencyKey!
  const hash = (text: string | Uint8Array) =>
    createHash('sha256').update(`${route.method} ${route.path}\n`).update(text).digest('hex')
  if (wanted === 'body_sha256') return hash(body)
  const value = stepInto(payload, wanted.replace(/^trigger\./u, '').split('.'))
  if (value === undefined || ['null', 'array', 'object'].includes(kindOf(value))) return undefined
  return hash(textOf(value))
}

import { existsSync } from 'node:fs'
import { HoldfastError } from '../../kit/errors.ts'
import type { SessionRecord } from '../../model/index.ts'
import { openStore, type RecordStore } from '../../store/index.ts'
import type { OptionValues } from '../command.ts'
import type { ExitCode } from '../io.ts'

/** Where the gateway keeps its records unless told otherwise. */
export const DEFAULT_STORE = '.holdfast/proxy.db'

export const STORE_OPTION = {
  flags: '--store <location>',
  summary: `where records are kept (${DEFAULT_STORE})`,
} as const

/** Opens the store for reading and closes it again; looking must not create one. */
export async function withStore(
  options: OptionValues,
  use: (store: RecordStore) => Promise<ExitCode>,
): Promise<ExitCode> {
  const location = String(options['store'] ?? DEFAULT_STORE)
  if (!existsSync(location.replace(/^(?:sqlite|jsonl):/u, '')))
    throw new HoldfastError('HF_FILE', `there is no store at \`${location}\``, 'name it with --store')
  const store = await openStore(location)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** The records of the session whose id is given, or of the only one whose id ends so. */
export async function recordsOf(
  store: RecordStore,
  name: string,
): Promise<{ readonly id: string; readonly records: readonly SessionRecord[] }> {
  const found: string[] = []
  for await (const { sessionId } of store.sessions())
    if (sessionId === name) return { id: name, records: await collected(store, name) }
    else if (sessionId.endsWith(`/${name}`)) found.push(sessionId)
  if (found.length === 1) return { id: found[0]!, records: await collected(store, found[0]!) }
  throw new HoldfastError(
    'HF_USAGE',
    found.length === 0
      ? `there is no session \`${name}\``
      : `\`${name}\` may be any of ${found.length} sessions`,
    found.length === 0 ? '`holdfast sessions list` shows them' : `such as ${found[0]}`,
  )
}

async function collected(store: RecordStore, sessionId: string): Promise<readonly SessionRecord[]> {
  const records: SessionRecord[] = []
  for await (const record of store.read(sessionId)) records.push(record)
  return records
}

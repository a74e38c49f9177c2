import { statSync } from 'node:fs'
import { sessionsInLines, sessionsInStore, type RecordedSession } from '../backtest/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import { openStore, type RecordStore } from '../store/index.ts'
import type { OptionSpec, OptionValues } from './command.ts'
import type { CliIo } from './io.ts'
import { liveLine } from './live-line.ts'

export const RECORDED_OPTIONS: readonly OptionSpec[] = [
  {
    flags: '--store <location>',
    summary: 'recorded sessions: a database file, `sqlite:<file>` or `jsonl:<folder>`',
  },
  {
    flags: '--events <file>',
    summary: 'events or records instead, one JSON object a line; `-` reads standard input',
  },
  {
    flags: '--session <id...>',
    summary: 'only these sessions; the last part of an id is enough when it is unique',
  },
]

/** Nobody watches a line that is gone in a moment. */
const QUIET_MS = 2_000

/** Recorded sessions that can be read as often as needed; how far a reading is stands on standard error. */
export interface RecordedSessions {
  readonly count: number
  read(doing: string): AsyncGenerator<RecordedSession, void, void>
  /** Takes the line away that says how far it is, for whoever prints something in between. */
  clearLine(): void
}

/** Opens what the options name, and closes it again. No recorded session is not a pass. */
export async function withRecordedSessions<Result>(
  options: OptionValues,
  io: CliIo,
  use: (sessions: RecordedSessions) => Promise<Result>,
): Promise<Result> {
  const { store, events } = options
  if ((typeof store === 'string') === (typeof events === 'string'))
    throw new HoldfastError(
      'HF_USAGE',
      store === undefined
        ? 'no recorded sessions are named'
        : 'only one of --store and --events can be read at a time',
      'use --store .holdfast/proxy.db, or --events session.jsonl',
    )
  if (typeof events === 'string') return use(await inFile(events, options, io))
  const location = String(store)
  assertIsThere(location)
  const opened = await openStore(location)
  try {
    return await use(await inStore(opened, location, options, io))
  } finally {
    await opened.close()
  }
}

/** Looking must not create a store. */
function assertIsThere(location: string): void {
  const found = statSync(location.replace(/^(?:sqlite|jsonl):/u, ''), { throwIfNoEntry: false })
  if (found === undefined) throw new HoldfastError('HF_FILE', `there is no store at \`${location}\``)
  if (found.isDirectory() && !location.startsWith('jsonl:'))
    throw new HoldfastError('HF_USAGE', `\`${location}\` is a folder`, `write jsonl:${location}`)
}

async function inFile(file: string, options: OptionValues, io: CliIo): Promise<RecordedSessions> {
  const name = file === '-' ? '<stdin>' : file
  const all = await sessionsInLines(io.lines(file), name)
  const known = all.map(({ sessionId }) => sessionId)
  const ids = new Set(chosen(known, options, name))
  const sessions = all.filter(({ sessionId }) => ids.has(sessionId))
  return watched(() => sessions, sessions.length, io)
}

async function inStore(
  store: RecordStore,
  location: string,
  options: OptionValues,
  io: CliIo,
): Promise<RecordedSessions> {
  const all: string[] = []
  for await (const { sessionId } of store.sessions()) all.push(sessionId)
  const ids = chosen(all, options, location)
  return watched(() => sessionsInStore(store, ids), ids.length, io)
}

/** The sessions that were asked for, or all of them. */
function chosen(all: readonly string[], { session }: OptionValues, place: string): readonly string[] {
  if (all.length === 0)
    throw new HoldfastError(
      'HF_CANNOT_JUDGE',
      `no session is recorded in \`${place}\`, so nothing was judged`,
    )
  if (session === undefined) return all
  const ids = ([session].flat() as readonly string[]).map((name) => idOf(name, all))
  return [...new Set(ids)]
}

function idOf(name: string, all: readonly string[]): string {
  if (all.includes(name)) return name
  const found = all.filter((id) => id.endsWith(`/${name}`))
  if (found.length === 1) return found[0]!
  throw new HoldfastError(
    'HF_USAGE',
    found.length === 0
      ? `there is no session \`${name}\``
      : `\`${name}\` may be any of ${found.length} sessions`,
    `such as ${(found[0] ?? all[0])!}`,
  )
}

function watched(
  sessions: () => Iterable<RecordedSession> | AsyncIterable<RecordedSession>,
  count: number,
  io: CliIo,
): RecordedSessions {
  const line = liveLine(io)
  return {
    count,
    clearLine: () => line.end(),
    async *read(doing) {
      const startedAtMs = io.nowMs()
      let done = 0
      try {
        for await (const session of sessions()) {
          yield session
          done += 1
          if (io.nowMs() - startedAtMs > QUIET_MS) line.show(() => `${doing}: ${done} of ${count} sessions`)
        }
      } finally {
        line.end()
      }
    },
  }
}

import type { RunTiming } from '../lab/run-result.ts'
import type { SessionRecord } from '../model/index.ts'
import type { ClientAssets } from './assets.ts'
import { VIEW_FORMAT, type FrozenSession, type FrozenView } from './data.ts'
import type { ReadFileText } from './excerpt.ts'
import { frozenPage } from './page.ts'
import { itemOf, runFormat, type KeptResult } from './kept-result.ts'
import { eventDetails, SessionFold } from './session-view.ts'

export interface FrozenRun {
  readonly id: string
  readonly result: KeptResult
  readonly timing?: RunTiming
}

export interface FreezeParts {
  readonly version: string
  /** The newest first. */
  readonly runs?: readonly FrozenRun[]
  readonly sessions?: Readonly<Record<string, readonly SessionRecord[]>>
  readonly readText: ReadFileText
}

/** The page with these runs and sessions in it, as one file that needs nothing else. */
export function freeze(assets: ClientAssets, parts: FreezeParts): string {
  return frozenPage(assets, frozenView(parts))
}

function frozenView({ version, runs = [], sessions = {}, readText }: FreezeParts): FrozenView {
  const frozen = Object.fromEntries(
    Object.entries(sessions).map(([id, records]) => [id, frozenSession(id, records, readText)]),
  )
  return {
    overview: {
      format: VIEW_FORMAT,
      version,
      isLive: false,
      runs: runs.map(({ id, result, timing }) => itemOf(id, result, timing)),
      sessions: Object.entries(sessions).map(([id, records]) => ({
        id,
        records: records.length,
        firstAtMs: records[0]?.event.atMs ?? 0,
        lastAtMs: records.at(-1)?.event.atMs ?? 0,
      })),
    },
    runs: Object.fromEntries(runs.map(({ id, result }) => [id, result])),
    sessions: frozen,
    files: contractFiles(
      runs.map(({ result }) => result),
      readText,
    ),
  }
}

function frozenSession(id: string, records: readonly SessionRecord[], readText: ReadFileText): FrozenSession {
  const fold = new SessionFold()
  for (const record of records) fold.add(record)
  return { details: fold.details(id), events: records.map((record) => eventDetails(record, readText)) }
}

function contractFiles(runs: readonly KeptResult[], readText: ReadFileText): Record<string, string> {
  const names = new Set(
    runs.flatMap((run) =>
      run.format === runFormat ? run.invariants.map(({ location }) => location.file) : [],
    ),
  )
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const text = readText(name)
      return text === undefined ? [] : [[name, text]]
    }),
  )
}

import type { SessionRecord } from '../model/record.ts'
import { HoldfastError } from '../kit/errors.ts'
import { RecordConflictError } from './record-conflict.ts'
import type { Retention, SessionSummary, SessionUpdate, SessionView, Snapshot } from './record-store.ts'

/** The rule of order, in one place: a record counts when it is later than every one before it. */
export function risingPrefix(
  sessionId: string,
  records: readonly SessionRecord[],
  lastSeq: number,
): { readonly accepted: readonly SessionRecord[]; readonly conflict?: RecordConflictError } {
  let last = lastSeq
  for (const [index, { event }] of records.entries()) {
    if (event.seq <= last)
      return { accepted: records.slice(0, index), conflict: new RecordConflictError(sessionId, event.seq) }
    last = event.seq
  }
  return { accepted: records }
}

/** What a step may answer: records of its own session, numbered without a hole. */
export function assertContinues(
  sessionId: string,
  { nextSeq }: SessionView,
  update: SessionUpdate<unknown>,
): void {
  update.records.forEach(({ event }, index) => {
    if (event.sessionId !== sessionId || event.seq !== nextSeq + index)
      throw new HoldfastError(
        'HF_FILE',
        `an update of session \`${sessionId}\` wanted to append record ${event.seq} of \`${event.sessionId}\` where ${nextSeq + index} comes next`,
      )
  })
}

/** A snapshot says what came of records, so it can never be ahead of them. */
export function assertCovers(sessionId: string, { seq }: Snapshot, lastSeq: number): void {
  if (seq > lastSeq)
    throw new HoldfastError(
      'HF_FILE',
      `the snapshot of session \`${sessionId}\` is of record ${seq}, but the last record is ${lastSeq}`,
      'append the records first',
    )
}

export function bySession(records: readonly SessionRecord[]): ReadonlyMap<string, SessionRecord[]> {
  const groups = new Map<string, SessionRecord[]>()
  for (const record of records) {
    const group = groups.get(record.event.sessionId)
    if (group === undefined) groups.set(record.event.sessionId, [record])
    else group.push(record)
  }
  return groups
}

/** Most recently active first; ids break ties, so that every store lists alike. */
export function byActivity(left: SessionSummary, right: SessionSummary): number {
  if (left.lastAtMs !== right.lastAtMs) return right.lastAtMs - left.lastAtMs
  return left.sessionId < right.sessionId ? -1 : 1
}

/** `summaries` in the order of `byActivity`. */
export function forgotten(
  summaries: readonly SessionSummary[],
  { lastRecordBeforeMs = -Infinity, keepSessions = Infinity }: Retention,
): readonly SessionSummary[] {
  return summaries.filter(({ lastAtMs }, rank) => lastAtMs < lastRecordBeforeMs || rank >= keepSessions)
}

import type { SessionRecord } from '../model/record.ts'

/** The state of a session after the record `seq`, as JSON text; what it means is the caller's business. */
export interface Snapshot {
  readonly seq: number
  readonly state: string
}

export interface SessionSummary {
  readonly sessionId: string
  readonly records: number
  readonly lastSeq: number
  readonly firstAtMs: number
  readonly lastAtMs: number
}

/** A session as it stands at this moment: enough to rebuild its state and to number the next record. */
export interface SessionView {
  readonly snapshot?: Snapshot
  /** The records after the snapshot, or all of them. */
  readonly records: readonly SessionRecord[]
  readonly nextSeq: number
}

export interface SessionUpdate<Result> {
  /** Numbered from `nextSeq` on, in order; may be empty. */
  readonly records: readonly SessionRecord[]
  readonly snapshot?: Snapshot
  readonly result: Result
}

/** Which sessions to forget; always whole ones, so that what is left of a log has no holes. */
export interface Retention {
  /** Forgets sessions whose last record is older. */
  readonly lastRecordBeforeMs?: number
  /** Forgets all but the most recently active. */
  readonly keepSessions?: number
}

/**
 * Append-only; every report, metric and replay reads from here. The records of a session are appended with
 * rising `seq`: one that comes too late, because another process wrote first, is refused with a
 * `RecordConflictError` and never replaces what is there.
 */
export interface RecordStore {
  /** Returns at once; the record is written soon, and surely by the next `flush`. */
  append(record: SessionRecord): void
  /**
   * Resolves when everything appended so far would survive a crash, so that a surface may acknowledge it.
   * With a session, a conflict in another session is not its concern.
   */
  flush(sessionId?: string): Promise<void>
  /**
   * Read, judge and append as one step that no other process can come between; durable when it resolves.
   * `step` may be called again when another process was faster, so it must do nothing but compute.
   */
  update<Result>(sessionId: string, step: (session: SessionView) => SessionUpdate<Result>): Promise<Result>
  read(sessionId: string, fromSeq?: number): AsyncIterable<SessionRecord>
  /** Most recently active first. */
  sessions(): AsyncIterable<SessionSummary>
  /** Keeps the snapshot unless a later one is there. */
  saveSnapshot(sessionId: string, snapshot: Snapshot): Promise<void>
  latestSnapshot(sessionId: string): Promise<Snapshot | undefined>
  /** How many sessions were forgotten. */
  prune(retention: Retention): Promise<number>
  /** Writes what is left; the store cannot be used afterwards. */
  close(): Promise<void>
}

import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { HoldfastError } from '../kit/errors.ts'
import type { SessionRecord } from '../model/index.ts'
import { createBatchReader, encodeBatch, type BatchReader } from '../store/jsonl/batch.ts'
import type { SessionUpdate } from '../store/index.ts'
import { sha256Hex } from './sha256.ts'

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const MOST_ATTEMPTS = 1000
const NEWLINE = 0x0a
const SNAPSHOT_FORMAT = 'holdfast.snapshot/1'

export interface SessionView {
  readonly state?: string
  /** The records after the state, or all of them. */
  readonly records: readonly SessionRecord[]
  readonly nextSeq: number
}

/**
 * One session in the files of the plain-file store, opened by a process that lives for one event: everything is
 * synchronous, and a log is read only from where the last snapshot ends, so that the thousandth call costs as much
 * as the first. The order of lines decides between processes, as it does for the store itself.
 */
export function updateSession<Result>(
  folder: string,
  sessionId: string,
  step: (session: SessionView) => SessionUpdate<Result>,
): Result {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  const stem = join(folder, fileStem(sessionId))
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const log = openSync(`${stem}.jsonl`, 'a+', FILE_MODE)
    try {
      const { reader, offset, state, records } = viewOf(log, stem)
      const update = step({ records, nextSeq: reader.lastSeq + 1, ...(state === undefined ? {} : { state }) })
      if (update.records.length === 0) return update.result
      const end = appended(log, update.records, reader, offset)
      if (end === undefined) continue
      if (update.snapshot !== undefined) saveSnapshot(stem, { ...update.snapshot, offset: end })
      return update.result
    } finally {
      closeSync(log)
    }
  }
  throw new HoldfastError('HF_FILE', `other processes kept writing to session \`${sessionId}\` first`)
}

interface Opened {
  readonly reader: BatchReader
  readonly offset: number
  readonly state?: string
  readonly records: readonly SessionRecord[]
}

function viewOf(log: number, stem: string): Opened {
  const { size } = fstatSync(log)
  const saved = readSnapshot(stem)
  // one that is ahead of its log belongs to a log that is gone
  const snapshot = saved !== undefined && saved.offset <= size ? saved : undefined
  const reader = createBatchReader(`${stem}.jsonl`)
  if (snapshot !== undefined) reader.push(seed(snapshot.seq))
  const { records, offset } = readOn(log, reader, snapshot?.offset ?? 0)
  return { reader, offset, records, ...(snapshot === undefined ? {} : { state: snapshot.state }) }
}

/** A line that makes a fresh reader know how far the records before the snapshot went. */
function seed(seq: number): string {
  return encodeBatch('seed', [{ event: { seq } } as SessionRecord]).trimEnd()
}

interface ReadOn {
  readonly records: readonly SessionRecord[]
  readonly offset: number
  readonly foundBatch: boolean
}

/** Reads what counts from a position on, to the end or to the end of one batch. */
function readOn(log: number, reader: BatchReader, from: number, untilBatch?: string): ReadOn {
  const bytes = Buffer.alloc(Math.max(0, fstatSync(log).size - from))
  const length = bytes.length === 0 ? 0 : readSync(log, bytes, 0, bytes.length, from)
  const records: SessionRecord[] = []
  let start = 0
  for (let end = bytes.indexOf(NEWLINE); end >= 0 && end < length; end = bytes.indexOf(NEWLINE, start)) {
    const batch = reader.push(bytes.toString('utf8', start, end))
    start = end + 1
    if (batch === undefined) continue
    records.push(...batch.records)
    if (batch.id === untilBatch) return { records, offset: from + start, foundBatch: true }
  }
  return { records, offset: from + start, foundBatch: false }
}

/** Where the batch ends in the log when it counts; nothing when another process was faster. */
function appended(
  log: number,
  records: readonly SessionRecord[],
  reader: BatchReader,
  offset: number,
): number | undefined {
  const id = `${process.pid.toString(36)}-${process.hrtime.bigint().toString(36)}`
  const bytes = Buffer.from(encodeBatch(id, records), 'utf8')
  // one write with O_APPEND: the file system puts whole batches one after another
  if (writeSync(log, bytes) !== bytes.length)
    throw new HoldfastError('HF_FILE', 'the disk took only a part of what was written')
  fsyncSync(log)
  // no further than this batch: the snapshot must not claim records that others put behind it
  const read = readOn(log, reader, offset, id)
  return read.foundBatch ? read.offset : undefined
}

interface SavedSnapshot {
  readonly seq: number
  readonly state: string
  readonly offset: number
}

/** A snapshot only saves work, so one that cannot be read is as good as none. */
function readSnapshot(stem: string): SavedSnapshot | undefined {
  try {
    const { format, seq, state } = JSON.parse(readFileSync(`${stem}.snapshot.json`, 'utf8')) as Record<
      string,
      unknown
    >
    if (format !== SNAPSHOT_FORMAT || typeof seq !== 'number' || typeof state !== 'string') return undefined
    const separator = state.indexOf('\n')
    return { seq, offset: Number(state.slice(0, separator)), state: state.slice(separator + 1) }
  } catch {
    return undefined
  }
}

function saveSnapshot(stem: string, { seq, state, offset }: SavedSnapshot): void {
  const temporary = `${stem}.${process.pid}.tmp`
  const text = JSON.stringify({ format: SNAPSHOT_FORMAT, seq, state: `${offset}\n${state}` })
  writeFileSync(temporary, `${text}\n`, { mode: FILE_MODE })
  renameSync(temporary, `${stem}.snapshot.json`)
}

/** The name the plain-file store gives a session, so that it can read what hooks wrote. */
export function fileStem(sessionId: string): string {
  const readable = sessionId
    .slice(0, 40)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
  return `${readable}-${sha256Hex(JSON.stringify(sessionId)).slice(0, 32)}`
}

import type { SessionRecord } from '../model/record.ts'
import { HoldfastError } from '../kit/errors.ts'
import { RecordConflictError } from './record-conflict.ts'

export interface WriteOutcome {
  readonly conflicts: readonly RecordConflictError[]
  /** Kept and tried again: a full disk or a busy file loses nothing. */
  readonly unwritten: readonly SessionRecord[]
  readonly failure?: Error
}

export interface WriteQueue {
  add(record: SessionRecord): void
  /** Rejects while anything is unwritten, and for a session that lost a conflict until it is `forgive`n. */
  flush(sessionId?: string): Promise<void>
  forgive(sessionId: string): void
}

const WRITE_AFTER_MS = 50
const MOST_RECORDS_WAITING = 50_000
const MOST_TURNS_GATHERING = 16

/**
 * Write-behind: `add` returns at once, and one write carries everything that gathered, so that the price of a
 * disk flush is shared by all who wait for it.
 */
export function createWriteQueue(
  write: (records: readonly SessionRecord[]) => Promise<WriteOutcome>,
): WriteQueue {
  let waiting: SessionRecord[] = []
  let timer: NodeJS.Timeout | undefined
  let next: Promise<Error | undefined> | undefined
  let running: Promise<unknown> = Promise.resolve()
  const lost = new Map<string, RecordConflictError>()

  async function drain(): Promise<Error | undefined> {
    next = undefined
    clearTimeout(timer)
    timer = undefined
    const records = waiting
    waiting = []
    if (records.length === 0) return undefined
    const { conflicts, unwritten, failure } = await write(records).catch((error: Error) =>
      refused(records, error),
    )
    for (const conflict of conflicts) lost.set(conflict.sessionId, conflict)
    waiting = [...unwritten, ...waiting]
    return failure
  }

  /**
   * Waits as long as every turn of the event loop brings more: those who come now would otherwise wait for this
   * write and then for one of their own. Somebody who is alone waits one turn.
   */
  async function gather(): Promise<void> {
    for (let turn = 0, before = -1; waiting.length > before && turn < MOST_TURNS_GATHERING; turn += 1) {
      before = waiting.length
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** The write that will carry everything added so far; callers of the same moment share it. */
  function scheduled(): Promise<Error | undefined> {
    next ??= running.then(gather).then(drain)
    running = next
    return next
  }

  return {
    add(record) {
      const conflict = lost.get(record.event.sessionId)
      if (conflict !== undefined) throw conflict
      if (waiting.length >= MOST_RECORDS_WAITING)
        throw new HoldfastError(
          'HF_FILE',
          `${waiting.length} records could not be written; no more are taken`,
        )
      waiting.push(record)
      timer ??= setTimeout(() => void scheduled(), WRITE_AFTER_MS)
    },
    async flush(sessionId) {
      const failure = await scheduled()
      const conflict = sessionId === undefined ? lost.values().next().value : lost.get(sessionId)
      const problem = failure ?? conflict
      if (problem !== undefined) throw problem
    },
    forgive: (sessionId) => void lost.delete(sessionId),
  }
}

/** A write that broke wrote nothing, as far as anyone knows; what did arrive is then refused as a conflict. */
function refused(unwritten: readonly SessionRecord[], failure: Error): WriteOutcome {
  return { conflicts: [], unwritten, failure }
}

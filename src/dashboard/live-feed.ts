import type { RecordStore } from '../store/index.ts'
import type { LiveDecision } from './data.ts'
import { liveDecision } from './event-row.ts'

/** A burst is shown by its end; the whole of it is in the sessions. */
const MOST_AT_ONCE = 500

/** Most recently active first: behind so many that stand still, all do, even if some writer's clock is behind. */
const QUIET_ENOUGH = 50

/**
 * Decisions as they are written, by whichever process writes them. It looks at the store at intervals, because
 * the gateway may be another process and the store is all they share.
 */
export class LiveFeed {
  private readonly store: RecordStore
  private readonly seen = new Map<string, number>()
  private isFirstLook = true

  constructor(store: RecordStore) {
    this.store = store
  }

  /** What was written since the last look; the first look only remembers where everything stands. */
  async look(): Promise<readonly LiveDecision[]> {
    const fresh: LiveDecision[] = []
    let standingStill = 0
    for await (const { sessionId, lastSeq } of this.store.sessions()) {
      const seen = this.seen.get(sessionId) ?? -1
      standingStill = seen === lastSeq ? standingStill + 1 : 0
      if (standingStill === QUIET_ENOUGH) break
      if (seen === lastSeq) continue
      this.seen.set(sessionId, lastSeq)
      if (!this.isFirstLook) await this.collect(sessionId, seen + 1, fresh)
    }
    this.isFirstLook = false
    return fresh.toSorted((left, right) => left.atMs - right.atMs).slice(-MOST_AT_ONCE)
  }

  private async collect(sessionId: string, fromSeq: number, into: LiveDecision[]): Promise<void> {
    for await (const record of this.store.read(sessionId, fromSeq)) into.push(liveDecision(record))
  }
}

import type { RecordStore } from '../store/index.ts'
import type { EventDetails, EventRow, SessionDetails, SessionItem } from './data.ts'
import type { ReadFileText } from './excerpt.ts'
import { eventRow } from './event-row.ts'
import { eventDetails, SessionFold } from './session-view.ts'

const MOST_SESSIONS = 1_000

/** What the page asks of a store of records. */
export class SessionViews {
  private readonly store: RecordStore
  private readonly readText: ReadFileText

  constructor(store: RecordStore, readText: ReadFileText) {
    this.store = store
    this.readText = readText
  }

  async list(): Promise<readonly SessionItem[]> {
    const items: SessionItem[] = []
    for await (const { sessionId, records, firstAtMs, lastAtMs } of this.store.sessions()) {
      items.push({ id: sessionId, records, firstAtMs, lastAtMs })
      if (items.length === MOST_SESSIONS) break
    }
    return items
  }

  async details(id: string): Promise<SessionDetails | undefined> {
    const fold = new SessionFold()
    for await (const record of this.store.read(id)) fold.add(record)
    const details = fold.details(id)
    return details.total === 0 ? undefined : details
  }

  async rows(id: string, fromSeq: number, count: number): Promise<readonly EventRow[]> {
    const rows: EventRow[] = []
    for await (const record of this.store.read(id, fromSeq)) {
      rows.push(eventRow(record))
      if (rows.length >= count) break
    }
    return rows
  }

  async event(id: string, seq: number): Promise<EventDetails | undefined> {
    for await (const record of this.store.read(id, seq))
      return record.event.seq === seq ? eventDetails(record, this.readText) : undefined
    return undefined
  }
}

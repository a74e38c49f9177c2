import type { RecordStore } from '../store/index.ts'
import { stepOf, type RecordedSession, type RecordedStep } from './recorded-session.ts'

/** Sessions of a store, one at a time and by their ids, so that the same store always tells the same story. */
export async function* sessionsInStore(
  store: RecordStore,
  ids: readonly string[],
): AsyncGenerator<RecordedSession, void, void> {
  for (const sessionId of [...ids].toSorted()) {
    const steps: RecordedStep[] = []
    for await (const record of store.read(sessionId)) steps.push(stepOf(record))
    yield { sessionId, steps }
  }
}

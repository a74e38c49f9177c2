import type { CompiledContract } from '../contract/index.ts'
import { addRecord, finish, startSession, type SessionNumbers } from '../metrics/index.ts'
import type { RecordStore } from '../store/index.ts'

/** The numbers of one session, folded from its records; `undefined` when nothing was kept. */
export async function sessionNumbers(
  store: RecordStore,
  sessionId: string,
  { contract }: Pick<CompiledContract, 'contract'>,
): Promise<SessionNumbers | undefined> {
  const { drift, reliability, satisfaction } = contract
  let state = startSession({ drift, reliability, satisfaction })
  for await (const record of store.read(sessionId)) state = addRecord(state, record)
  return state.records + state.folded === 0 ? undefined : finish(state)
}

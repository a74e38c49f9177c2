import { NO_FACTS, type CompiledContract } from '../contract/index.ts'
import type { Session } from './session.ts'

export const SNAPSHOT_FORMAT = 'holdfast.snapshot/1'

/** A session written down. Clause states go by id and meaning, so that a changed contract can take them over. */
export interface Snapshot {
  readonly format: typeof SNAPSHOT_FORMAT
  readonly session: Omit<Session, 'states' | 'broken' | 'judged'>
  readonly clauses: Readonly<
    Record<
      string,
      {
        readonly fingerprint: string
        readonly state: unknown
        readonly broken?: true
        readonly judged?: true
      }
    >
  >
}

export function snapshotOf(
  { clauses }: CompiledContract,
  { states, broken, judged, ...session }: Session,
): Snapshot {
  const entries = clauses.map(({ id, fingerprint }, index) => [
    id,
    {
      fingerprint,
      state: states[index],
      ...(broken.includes(index) ? { broken: true } : {}),
      ...(judged.includes(index) ? { judged: true } : {}),
    },
  ])
  return { format: SNAPSHOT_FORMAT, session, clauses: Object.fromEntries(entries) as Snapshot['clauses'] }
}

/** The session under this contract: clauses that mean the same keep their memory, new ones start afresh. */
export function restoreSession({ clauses }: CompiledContract, { session, clauses: kept }: Snapshot): Session {
  const same = clauses.map(({ id, fingerprint }) => {
    const found = Object.hasOwn(kept, id) ? kept[id] : undefined
    return found?.fingerprint === fingerprint ? found : undefined
  })
  const indexes = (flag: 'broken' | 'judged') =>
    same.flatMap((entry, index) => (entry?.[flag] === true ? [index] : []))
  return {
    ...session,
    // a snapshot that went through JSON has lost the keys whose value was undefined
    facts: { ...NO_FACTS, ...session.facts },
    states: clauses.map(({ program }, index) =>
      same[index] === undefined ? program.initial : same[index].state,
    ),
    broken: indexes('broken'),
    judged: indexes('judged'),
  }
}

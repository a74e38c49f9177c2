import type { WireChaosOptions } from './chaos-invocation.ts'
import type { FailMode } from './fail-mode.ts'
import type { Log } from './log.ts'
import type { ByteBudget } from './read-body.ts'
import type { Telemetry } from './telemetry.ts'
import type { Traffic } from './traffic.ts'

export type OnDeny = 'refuse' | 'replace'

/** What every exchange needs and none of them owns. */
export interface Gateway {
  readonly nowMs: () => number
  readonly newId: () => string
  readonly log: Log
  readonly fail: FailMode
  readonly budget: ByteBudget
  readonly traffic: Traffic
  readonly telemetry: Telemetry | undefined
  /** Where a call in a reply is denied: the provider's error, or a reply from which the agent can go on. */
  readonly onDeny: OnDeny
  readonly hold: 'calls' | 'reply'
  /** The largest body that is kept in memory to be judged. */
  readonly maxBodyBytes: number
  readonly sessionId: string | undefined
  /** Only where agents are tested: invocations under `/~/<token>` meet the chaos of their run. */
  readonly chaos: WireChaosOptions | undefined
  /** Where a contract is in force, posts to paths that nothing judges go nowhere. */
  readonly refusesUnjudged: boolean
  /** Set while the process is on its way out: connections are closed after their answer. */
  isDraining: boolean
}

import { randomStream, type Random } from '../../kit/random.ts'
import type { AssignedFault } from '../assign-planes.ts'
import { mayFire } from './schedule.ts'

/** One hit that the schedule has granted; `random` serves the fault's own draws. */
export interface Chance {
  readonly random: Random
  /** The same stream from its beginning, for a result that is told more than once. */
  readonly fresh: () => Chance
}

/**
 * A fault during one invocation of the agent. Chance is drawn from a stream labelled by the call's own number
 * among the calls to the same target, so that other targets, other faults and other invocations move nothing.
 */
export class ScheduledFault<Fault extends AssignedFault = AssignedFault> {
  readonly fault: Fault
  readonly #seed: number | string
  readonly #label: string
  readonly #callsByTarget = new Map<string, number>()
  #calls = 0
  #firings = 0

  constructor(fault: Fault, seed: number | string, invocation: string) {
    this.fault = fault
    this.#seed = seed
    this.#label = `${invocation}\u0000${fault.id}`
  }

  /** Counts the call, and says whether it may be hit. */
  chance(target: string): Chance | undefined {
    this.#calls += 1
    const nth = (this.#callsByTarget.get(target) ?? 0) + 1
    this.#callsByTarget.set(target, nth)
    const { schedule } = this.fault
    if (!mayFire(schedule, this.#calls, this.#firings)) return undefined
    const stream = (use: string): Random =>
      randomStream(this.#seed, `${this.#label}\u0000${target}\u0000${nth}\u0000${use}`)
    if (schedule.probability < 1 && stream('fires')() >= schedule.probability) return undefined
    const fresh = (): Chance => ({ random: stream('strike'), fresh })
    return fresh()
  }

  /** The hit was real. */
  fired(): void {
    this.#firings += 1
  }

  /** The hit found nothing to change, so it does not count. */
  missed(): void {
    this.#firings -= 1
  }
}

import type { AgentEvent, Finding } from '../model/index.ts'

const BRAND = Symbol.for('holdfast.contract-breach')

/** What was stopped and why, as data. */
export interface Breach {
  readonly message: string
  /** `ask`: a person may release the session with `guard.mark('holdfast:release')`. */
  readonly verdict: 'ask' | 'deny'
  readonly findings: readonly Finding[]
  readonly contract: string
  readonly sessionId: string
  /** The event that was stopped; absent when nothing could be judged. */
  readonly event?: AgentEvent
}

/**
 * Thrown where a contract stops something. An error that a provider's SDK made for a denial is also an instance of
 * this class, so that `instanceof` holds for both and existing handlers of API errors go on working.
 */
export class ContractBreachError extends Error implements Breach {
  declare readonly verdict: 'ask' | 'deny'
  declare readonly findings: readonly Finding[]
  declare readonly contract: string
  declare readonly sessionId: string
  declare readonly event?: AgentEvent

  constructor(breach: Breach) {
    super(breach.message)
    mark(this, breach)
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== ContractBreachError) return Function.prototype[Symbol.hasInstance].call(this, value)
    return typeof value === 'object' && value !== null && BRAND in value
  }
}

/** Turns an error of a provider's SDK into a breach that is still that error. */
export function markAsBreach<Thrown extends Error>(
  error: Thrown,
  breach: Breach,
): Thrown & ContractBreachError {
  mark(error, breach)
  return error as Thrown & ContractBreachError
}

function mark(error: Error, { message, verdict, findings, contract, sessionId, event }: Breach): void {
  const fields = { message, verdict, findings, contract, sessionId, ...(event && { event }) }
  for (const [key, value] of Object.entries(fields))
    Object.defineProperty(error, key, { value, enumerable: true, configurable: true })
  Object.defineProperty(error, 'name', { value: 'ContractBreachError', configurable: true })
  Object.defineProperty(error, BRAND, { value: true })
}

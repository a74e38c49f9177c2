import { clientGuard, type WrapOptions } from './client-options.ts'
import type { ClientGuard } from './clients/client-guard.ts'
import type { ContractSource } from './contract-source.ts'
import { createGuard, type ContractGuard } from './guard.ts'

export type AdapterOptions = Omit<WrapOptions, 'unjudged'>

/** What the adapter of a framework needs: the guard as a program uses it, and as a client does. */
export interface AdapterGuard extends ClientGuard {
  /** For the session of this name. */
  readonly guardFor: (sessionId: string) => ContractGuard
}

export function adapterGuard(
  contract: ContractSource | ContractGuard,
  options: AdapterOptions,
): AdapterGuard {
  const { onDeny, ...rest } = options
  const isGiven = typeof contract === 'object' && 'toolCall' in contract
  const guard = isGiven ? contract : createGuard(contract, rest)
  return {
    ...clientGuard(guard, onDeny === undefined ? {} : { onDeny }),
    // a guard means its own session; a contract alone leaves sessions apart
    sessionId: isGiven ? contract.sessionId : options.sessionId,
    guardFor: (sessionId) => guard.session(sessionId),
  }
}

import { ContractBreachError } from './contract-breach-error.ts'

const MOST_CAUSES = 16

/** The breach an error stems from, however often frameworks have wrapped it on its way. */
export function breachIn(error: unknown): ContractBreachError | undefined {
  let at = error
  for (let depth = 0; depth < MOST_CAUSES && at !== undefined && at !== null; depth += 1) {
    if (at instanceof ContractBreachError) return at
    at = causeOf(at)
  }
  return undefined
}

function causeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined
  if ('cause' in error && error.cause !== undefined) return error.cause
  return 'error' in error ? error.error : undefined
}

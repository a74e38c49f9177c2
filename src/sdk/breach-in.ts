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
  const { cause, error: inner, result } = error as Partial<Wrapping>
  // a guardrail of the OpenAI Agents SDK hands its findings on in its result
  return cause ?? inner ?? result?.output?.outputInfo
}

interface Wrapping {
  readonly cause: unknown
  readonly error: unknown
  readonly result: { readonly output?: { readonly outputInfo?: unknown } }
}

import type { Judged } from '../guard/index.ts'
import type { Breach } from './contract-breach-error.ts'
import type { Refusal } from '../exchange/refusals.ts'

/** A refusal as what a program catches. */
export function breachOf(
  { message, judged }: Refusal,
  where: { readonly contract: string; readonly sessionId: string },
): Breach {
  return {
    message,
    verdict: judged === undefined ? 'deny' : verdictOf(judged),
    findings: judged?.decision.findings ?? [],
    ...where,
    ...(judged && { event: judged.event }),
  }
}

function verdictOf({ effect }: Judged): 'ask' | 'deny' {
  return effect.kind === 'ask' ? 'ask' : 'deny'
}

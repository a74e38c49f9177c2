import type { AnyFault, ModelStrike, ToolStrike } from './define-fault.ts'

const TOOL_STRIKES: readonly unknown[] = [
  'delay',
  'time-out',
  'fail',
  'answer',
] satisfies ToolStrike['kind'][]
const MODEL_STRIKES: readonly unknown[] = ['time-out', 'refuse', 'edit'] satisfies ModelStrike['kind'][]

/** A fault from outside. One that gives nothing a plane can do must not stand in the ledger as if it had struck. */
export function pluginFault(fault: AnyFault): AnyFault {
  return fault.strikes === 'tool'
    ? { ...fault, strike: (...args) => strikeFrom(fault.name, TOOL_STRIKES, fault.strike(...args)) }
    : { ...fault, strike: (...args) => strikeFrom(fault.name, MODEL_STRIKES, fault.strike(...args)) }
}

function strikeFrom<Strike extends { readonly kind: string }>(
  name: string,
  kinds: readonly unknown[],
  strike: Strike,
): Strike {
  if (kinds.includes(strike?.kind)) return strike
  throw new TypeError(`the fault \`${name}\` must return a strike at once: one of ${kinds.join(', ')}`)
}

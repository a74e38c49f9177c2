import type { LedgerEntry } from '../../chaos/chaos-run.ts'
import type { CheckedCall } from '../../contract/define-check.ts'

/**
 * Calls as the model told and heard of them, and the same calls as the tools themselves saw them. The wire knows
 * what the model was told; only the tool knows for certain that it failed, because most protocols carry an error as
 * an ordinary text. The n-th call of a tool on one side is its n-th on the other.
 */
export function combinedCalls(
  onWire: readonly CheckedCall[],
  atTools: readonly CheckedCall[],
): readonly CheckedCall[] {
  if (atTools.length === 0) return onWire
  const waiting = new Map<string, CheckedCall[]>()
  for (const call of atTools) waiting.set(call.tool, [...(waiting.get(call.tool) ?? []), call])
  const known = new Set(onWire.map(({ tool }) => tool))
  const combined = onWire.map((call) => {
    const twin = waiting.get(call.tool)?.shift()
    if (twin === undefined) return call
    return { ...twin, ...call, ...(twin.ok === false && { ok: false }) }
  })
  return [...combined, ...atTools.filter(({ tool }) => !known.has(tool))]
}

const FAILS: ReadonlySet<string> = new Set(['error', 'timeout'])

/** What the wire made of a result counts as what it was made to look like. */
export function withLedger(
  calls: readonly CheckedCall[],
  ledger: readonly LedgerEntry[],
): readonly CheckedCall[] {
  const failed = new Set(ledger.flatMap(({ fault, callId = '' }) => (FAILS.has(fault) ? [callId] : [])))
  if (failed.size === 0) return calls
  return calls.map((call) => (failed.has(call.callId) ? { ...call, ok: false } : call))
}

import type { JsonValue } from '../../../model/index.ts'
import type { CheckedCall, CheckSubject } from '../../define-check.ts'

/** What the tools gave during one answer, as far as it can be known. */
export interface ToolOutcomes {
  /** Names of tools that failed and did not work later. */
  readonly failed: readonly string[]
  readonly succeeded: readonly CheckedCall[]
  /** A fault hit a tool whose calls cannot be seen, so other calls may be missing too. */
  readonly hidden: boolean
  /** The result of some call was never seen. */
  readonly unseen: boolean
}

/** Faults after which there is nothing true to tell; a slow tool still tells the truth. */
const FAILING_FAULTS = new Set(['timeout', 'error', 'malformed'])
const NOT_TOOLS = new Set(['', '*', 'llm', 'model', 'agent', 'context'])

export function toolOutcomes({ calls, faults }: CheckSubject): ToolOutcomes {
  const failing = faults.filter(({ fault, target }) => isToolFailure(fault, target))
  const hitCalls = new Set(failing.flatMap(({ callId }) => callId ?? []))
  const hitTools = countTargets(failing)
  const callsOf = (tool: string) => calls.filter((call) => call.tool === tool)
  const isFailed = (call: CheckedCall) =>
    call.ok === false ||
    hitCalls.has(call.callId) ||
    (hitTools.get(call.tool) ?? 0) >= callsOf(call.tool).length ||
    (call.result !== undefined && tellsOfFailure(call.result))
  const failedCalls = calls.filter(isFailed)
  const succeeded = calls.filter((call) => !failedCalls.includes(call) && call.ok === true)
  const unrecovered = failedCalls.filter((call) => !worksLater(call, calls, succeeded))
  const unseenTools = [...hitTools.keys(), ...failing.map(({ target }) => target)].filter(
    (tool) =>
      callsOf(tool).length === 0 &&
      !failing.some(({ callId }) => calls.some((call) => call.callId === callId)),
  )
  return {
    failed: [...new Set([...unrecovered.map(({ tool }) => tool), ...unseenTools])],
    succeeded,
    hidden: unseenTools.length > 0,
    unseen: calls.some((call) => call.ok === undefined && !failedCalls.includes(call)),
  }
}

function isToolFailure(fault: string, target: string): boolean {
  const parts = fault.split(/[./:]/u)
  return FAILING_FAULTS.has(parts.at(-1)!) && parts[0] !== 'llm' && !NOT_TOOLS.has(target.toLowerCase())
}

/** Firings that name no call, by tool: when there are as many as calls, every call was hit. */
function countTargets(faults: CheckSubject['faults']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { target, callId } of faults)
    if (callId === undefined) counts.set(target, (counts.get(target) ?? 0) + 1)
  return counts
}

function worksLater(
  call: CheckedCall,
  calls: readonly CheckedCall[],
  succeeded: readonly CheckedCall[],
): boolean {
  const index = calls.indexOf(call)
  return succeeded.some((other) => other.tool === call.tool && calls.indexOf(other) > index)
}

/** Some tools report their failure as an ordinary result. */
function tellsOfFailure(result: JsonValue): boolean {
  if (typeof result === 'string')
    return /^(?:error\b|failed\b|exception\b|http (?:4|5)\d\d|(?:4|5)\d\d [a-z])/iu.test(
      result.trimStart().slice(0, 40),
    )
  if (result === null || typeof result !== 'object' || Array.isArray(result)) return false
  const { error, isError, success, ok, status } = result as Readonly<Record<string, JsonValue>>
  if (typeof status === 'number' && status >= 400 && status < 600) return true
  if (error !== undefined && error !== null && error !== false && error !== '') return true
  return isError === true || success === false || ok === false
}

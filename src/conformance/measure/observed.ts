import type { TraceEntry } from '../../workflow/index.ts'
import { isCapability, type Capability } from '../capabilities.ts'
import type { Scenario } from '../model.ts'
import type { Observation } from '../trial/observation.ts'

/** What a trial really exercised. */
export interface Exercised {
  /** Did its work. */
  readonly done: ReadonlySet<Capability>
  /** Was at least begun: a node that was refused or broke was there, but it did nothing. */
  readonly begun: ReadonlySet<Capability>
}

/** Capabilities as the traces show them; what a scenario claims about itself does not count. */
export function exercisedBy(seen: Observation, scenario: Scenario): Exercised {
  const done = new Set<Capability>()
  const begun = new Set<Capability>()
  const add = (name: string, isDone: boolean): void => {
    if (!isCapability(name)) return
    begun.add(name)
    if (isDone) done.add(name)
  }
  for (const { nodeId, type, outcome } of entriesOf(seen.trace))
    if (!seen.replacedNodes.has(nodeId)) add(type, outcome !== 'error' && outcome !== 'timeout')
  if (seen.trace.length > 0) add(`trigger_${seen.triggeredBy}`, true)
  for (const { family } of seen.policyChecks) add(`policy_${family}`, true)
  if (wasAttacked(seen, scenario)) add('security_injection', true)
  if (wasTested(seen, scenario)) add('fault_tolerance', true)
  return { done, begun }
}

function* entriesOf(trace: readonly TraceEntry[]): Iterable<TraceEntry> {
  for (const entry of trace) {
    yield entry
    for (const child of entry.children ?? []) yield* entriesOf(child.trace)
  }
}

/** No trace shows what somebody is up to, so the scenario must say so; that it came to nothing must be seen. */
function wasAttacked({ cost, denials }: Observation, { capabilities, expected }: Scenario): boolean {
  const { writes, noRequestsTo, notVisited } = expected
  const looksForEffects = writes?.length === 0 || noRequestsTo.length > 0 || notVisited.length > 0
  return (
    capabilities.includes('security_injection') &&
    cost.llmCalls > 0 &&
    (denials.length > 0 || looksForEffects)
  )
}

const BREAKDOWNS: ReadonlySet<string> = new Set([
  'schema',
  'intelligence',
  'tool',
  'mcp',
  'budget',
  'timeout',
])

/** A fault that was put there counts by itself; other trouble only where the scenario is about it. */
function wasTested(seen: Observation, { capabilities }: Scenario): boolean {
  return seen.faultsFired.length > 0 || (capabilities.includes('fault_tolerance') && wentWrong(seen))
}

function wentWrong({ errorClass, status, isUnrouted, retries }: Observation): boolean {
  return (
    (errorClass !== undefined && BREAKDOWNS.has(errorClass)) ||
    status === 'timed_out' ||
    isUnrouted ||
    retries > 0
  )
}

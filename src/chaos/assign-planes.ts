import type { Plane } from './chaos-run.ts'
import type { ChaosPlan, PlannedFault } from './plan.ts'

/** The planes on which a fault can reach an agent, the deepest first. */
export interface AvailablePlanes {
  readonly tool: readonly Plane[]
  readonly llm: readonly Plane[]
  readonly context: readonly Plane[]
}

export type AssignedFault = PlannedFault & { readonly plane: Plane }

/** A plan in which every fault knows where it is injected. */
export interface AssignedPlan {
  readonly faults: readonly AssignedFault[]
}

/** A fault that cannot be injected on this agent. Never skipped in silence: nobody would notice. */
export interface PlaneProblem {
  readonly code: 'fault-not-injectable'
  readonly faultId: string
  readonly path: string
  readonly offset?: number
  readonly message: string
  readonly hint: string
}

export type PlaneAssignment =
  | { readonly kind: 'assigned'; readonly plan: AssignedPlan }
  | { readonly kind: 'impossible'; readonly problems: readonly PlaneProblem[] }

/** Gives every fault its plane, or says of each one that has none what is missing. */
export function assignPlanes(
  { faults }: ChaosPlan,
  available: AvailablePlanes,
  agentType?: string,
): PlaneAssignment {
  const assigned: AssignedFault[] = []
  const problems: PlaneProblem[] = []
  for (const fault of faults) {
    const plane = planeFor(fault, available)
    if (plane === undefined) problems.push(problemWith(fault, available, agentType))
    else assigned.push({ ...fault, plane })
  }
  return problems.length === 0
    ? { kind: 'assigned', plan: { faults: assigned } }
    : { kind: 'impossible', problems }
}

function planeFor(fault: PlannedFault, available: AvailablePlanes): Plane | undefined {
  const possible = possiblePlanes(fault)
  return available[fault.kind].find(
    (plane) => possible.includes(plane) && (fault.plane === 'auto' || fault.plane === plane),
  )
}

/** Where the fault makes sense, whatever the agent is. */
export function possiblePlanes(fault: PlannedFault): readonly Plane[] {
  // a hostile prompt does not pass through a tool, and a call on the wire has no URL
  if (fault.kind === 'context')
    return fault.arrives === 'input' ? ['wire', 'boundary'] : ['tool', 'wire', 'boundary']
  const { planes } = fault.definition
  return fault.matchUrl !== undefined && fault.target === '*'
    ? planes.filter((plane) => plane !== 'wire')
    : planes
}

function problemWith(
  fault: PlannedFault,
  available: AvailablePlanes,
  agentType: string | undefined,
): PlaneProblem {
  const wanted = fault.plane === 'auto' ? '' : ` on the ${fault.plane} plane`
  const agent = agentType === undefined ? 'this agent' : `an agent of \`type: ${agentType}\``
  const needs = fault.kind === 'tool' && fault.plane === 'auto' ? TOOL_NEEDS[agentType ?? ''] : undefined
  return {
    code: 'fault-not-injectable',
    faultId: fault.id,
    path: fault.path,
    ...(fault.offset === undefined ? {} : { offset: fault.offset }),
    message:
      needs === undefined
        ? `\`${fault.id}\` cannot be injected${wanted} on ${agent}`
        : `\`${fault.id}\` cannot be injected on ${agent}: ${needs}`,
    hint: hintFor(fault, available),
  }
}

const CALLABLES =
  'tool fault injection needs an explicit list of tool callables (`agent.tools`) or `agent.tool_registry`'

const TOOL_NEEDS: Readonly<Record<string, string>> = {
  python: CALLABLES,
  langchain: CALLABLES,
  module: CALLABLES,
}

function hintFor(fault: PlannedFault, available: AvailablePlanes): string {
  const there = available[fault.kind]
  const possible = possiblePlanes(fault)
  const fitting = there.filter((plane) => possible.includes(plane))
  if (fitting.length > 0) return `planes of this agent where it works: ${fitting.join(', ')}`
  if (fault.kind === 'tool')
    return 'name the tools in `agent.tools` or `agent.tool_registry`, give their URLs in `tools`, or let the agent reach its model through the gateway'
  return possible.includes('wire')
    ? 'let the agent reach its model through the gateway: set `agent.command`, or point its base URL at it'
    : `it works on these planes: ${possible.join(', ')}`
}

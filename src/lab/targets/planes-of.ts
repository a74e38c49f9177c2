import type { Plane } from '../../chaos/chaos-run.ts'
import type { AgentConfig } from '../config/agent-shape.ts'
import type { Target } from '../target.ts'

/** Types whose tools are callables inside the agent's own program. */
const HOLDS_CALLABLES: ReadonlySet<AgentConfig['type']> = new Set(['python', 'langchain', 'module'] as const)

/**
 * Where faults can reach an agent, the deepest place first. Behind an address that the lab did not start and that
 * does not come through the gateway there is only the boundary.
 */
export function planesOf(agent: AgentConfig): Target['planes'] {
  // the tools of a workflow are its nodes
  if (agent.type === 'workflow')
    return { tool: ['tool', 'boundary'], llm: ['wire', 'boundary'], context: ['wire', 'boundary'] }
  const isThrough = comesThroughGateway(agent)
  const wire: readonly Plane[] = isThrough ? ['wire'] : []
  const behind: readonly Plane[] = [...wire, 'boundary']
  return { tool: toolPlanes(agent, wire), llm: behind, context: [...contextTool(agent), ...behind] }
}

/** The lab runs the agent itself, or the agent was pointed at a fixed port of the gateway. */
export function comesThroughGateway({ type, command, gateway_port: port }: AgentConfig): boolean {
  return type !== 'http' || command !== undefined || port !== undefined
}

function hasToolPlane({ type, command, tools = [], tool_registry: registry }: AgentConfig): boolean {
  // only an agent that the lab runs can be told another address
  const isTold = type !== 'http' || command !== undefined
  if (isTold && tools.some(({ url }) => url !== undefined)) return true
  return (
    HOLDS_CALLABLES.has(type) &&
    (registry !== undefined || tools.some(({ callable }) => callable !== undefined))
  )
}

function contextTool(agent: AgentConfig): readonly Plane[] {
  return hasToolPlane(agent) ? ['tool'] : []
}

/**
 * Faults of tools inside the agent's own program need to know the tools; the wire is as good only when somebody said
 * where the models are, because otherwise nobody knows that the agent has a model at all.
 */
function toolPlanes(agent: AgentConfig, wire: readonly Plane[]): readonly Plane[] {
  const own: readonly Plane[] = hasToolPlane(agent) ? ['tool'] : []
  if (!HOLDS_CALLABLES.has(agent.type)) return [...own, ...wire, 'boundary']
  const hasUpstream = agent.mock !== undefined || Object.keys(agent.upstream).length > 0
  return hasUpstream ? [...own, ...wire] : own
}

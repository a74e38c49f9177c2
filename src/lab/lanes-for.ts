import type { AgentConfig } from './config/agent-shape.ts'

/** How many questions may be under way: a reset of the one server there is would pull the state away under another. */
export function lanesFor(
  { type, reset_endpoint: reset, endpoint = '' }: Pick<AgentConfig, 'type' | 'reset_endpoint' | 'endpoint'>,
  wanted: number,
): number {
  return type === 'http' && reset !== undefined && !endpoint.includes('{port}') ? 1 : wanted
}

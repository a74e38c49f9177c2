import { agentCopies, withPort, type AgentCopies } from '../agent-process/agent-copies.ts'
import { commandWords } from '../agent-process/command-words.ts'
import type { Readiness } from '../agent-process/ready.ts'
import type { AgentConfig } from '../config/agent-shape.ts'
import type { AgentParts } from './agent-parts.ts'

/** The copies of an agent whose `command` the lab runs itself. */
export function startedCopies({ agent, endpoint, cwd, env }: AgentParts): AgentCopies {
  const { ready } = agent
  const fixedPort = hasPort(agent) ? undefined : portOf(endpoint)
  const readiness = (port: number): Readiness => {
    if (ready?.url !== undefined) return { kind: 'url', url: withPort(ready.url, port) }
    if (ready?.output !== undefined) return { kind: 'log', pattern: ready.output }
    return { kind: 'port', port: ready?.port ?? port }
  }
  return agentCopies({
    command: commandWords(agent.command ?? []),
    cwd,
    env: (lane, port) => ({ ...env(lane), PORT: String(port) }),
    readiness,
    readyWithinMs: ready?.timeout ?? 30_000,
    ...(fixedPort !== undefined && { fixedPort }),
  })
}

/** Each copy can have a port of its own. */
export function hasPort({ endpoint = '' }: AgentConfig): boolean {
  return endpoint.includes('{port}')
}

function portOf(endpoint: string): number {
  const { port, protocol } = new URL(endpoint)
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

import { resolve } from 'node:path'
import type { AgentConfig } from '../config/agent-shape.ts'
import type { Interposition } from './interposition.ts'
import { planesOf } from './planes-of.ts'

export interface TargetWorld {
  /** The folder of the configuration: where files and modules are looked for. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** How many questions the run would like to have under way. */
  readonly lanes: number
  /** `advanced.retries`. */
  readonly retries?: number
}

const DEFAULT_RETRIES = 2

/** What the makers of all types need, settled once. */
export class AgentParts {
  readonly agent: AgentConfig
  readonly world: TargetWorld
  readonly cwd: string
  readonly interposition: Interposition | undefined

  constructor(agent: AgentConfig, world: TargetWorld, interposition: Interposition | undefined) {
    this.agent = agent
    this.world = world
    this.interposition = interposition
    this.cwd = resolve(world.folder, agent.cwd ?? '.')
  }

  get endpoint(): string {
    return this.agent.endpoint ?? ''
  }

  get shared() {
    const { agent, interposition } = this
    return { timeoutMs: agent.timeout, planes: planesOf(agent), mostLanes: this.lanes, interposition }
  }

  get retries(): number {
    return this.agent.retries ?? this.world.retries ?? DEFAULT_RETRIES
  }

  /** A gateway at a fixed port cannot tell two questions apart. */
  get lanes(): number {
    const { copies, gateway_port: port } = this.agent
    return port === undefined && !this.resetsOneServer ? (copies ?? Math.max(1, this.world.lanes)) : 1
  }

  /** A reset of the one server there is would pull the state away under another question. */
  get resetsOneServer(): boolean {
    const { type, reset_endpoint: reset } = this.agent
    return type === 'http' && reset !== undefined && !this.endpoint.includes('{port}')
  }

  readonly env = (lane: number): Readonly<Record<string, string | undefined>> => ({
    ...this.world.env,
    ...this.agent.env,
    // behind what the user wrote, which the gateway took for its upstream
    ...this.interposition?.env(lane),
    HOLDFAST_LAB: '1',
    HOLDFAST_LANE: String(lane),
  })
}

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HoldfastError } from '../../kit/errors.ts'
import { agentCopies, withPort, type AgentCopies } from '../agent-process/agent-copies.ts'
import { commandWords } from '../agent-process/command-words.ts'
import type { Readiness } from '../agent-process/ready.ts'
import type { AgentConfig } from '../config/agent-shape.ts'
import type { Target } from '../target.ts'
import { commandTarget } from './command.ts'
import { httpTarget } from './http.ts'
import type { Interposition } from './interposition.ts'
import { interpose } from './interpose.ts'
import { moduleProcessTarget } from './module-process.ts'
import { moduleTarget } from './module.ts'
import { openaiTarget } from './openai.ts'
import { comesThroughGateway, planesOf } from './planes-of.ts'
import { pythonTarget } from './python.ts'
import { workflowTarget, workflowUpstreams } from './workflow.ts'

export interface TargetWorld {
  /** The folder of the configuration: where files and modules are looked for. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** How many questions the run would like to have under way. */
  readonly lanes: number
  /** `advanced.retries`. */
  readonly retries?: number
}

/** The agent of a configuration, started and ready; throws a coded error that says what is missing. */
export async function openTarget(agent: AgentConfig, world: TargetWorld): Promise<Target> {
  const interposition = comesThroughGateway(agent)
    ? await interpose({
        upstream: { ...ownUpstream(agent, world), ...agent.upstream },
        tools: agent.tools ?? [],
        env: world.env,
        gatewayPort: agent.gateway_port,
        mock: agent.mock === undefined ? undefined : resolve(world.folder, agent.mock),
      })
    : undefined
  let target: Target | undefined
  try {
    target = MAKERS[agent.type](new Parts(agent, world, interposition))
    await target.open()
    return target
  } catch (error) {
    await (target?.close() ?? interposition?.close())
    throw error
  }
}

/** Types that say themselves where their models are. */
function ownUpstream({ type, endpoint = '', cwd = '.' }: AgentConfig, { folder }: TargetWorld) {
  if (type === 'openai') return { openai: endpoint }
  return type === 'workflow' ? workflowUpstreams(resolve(folder, cwd, endpoint)) : {}
}

const DEFAULT_RETRIES = 2

/** What the makers of all types need, settled once. */
class Parts {
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
    return port === undefined ? (copies ?? Math.max(1, this.world.lanes)) : 1
  }

  readonly env = (lane: number): Readonly<Record<string, string | undefined>> => ({
    ...this.world.env,
    ...this.interposition?.env(lane),
    ...this.agent.env,
    HOLDFAST_LAB: '1',
    HOLDFAST_LANE: String(lane),
  })
}

const MAKERS: Record<AgentConfig['type'], (parts: Parts) => Target> = {
  http: httpAgent,
  module: moduleAgent,
  python: pythonAgent,
  langchain: pythonAgent,
  command: ({ agent, cwd, env, shared }) =>
    commandTarget({
      ...shared,
      command: commandWords(agent.command ?? []),
      promptVia: agent.prompt_via,
      cwd,
      env,
    }),
  openai: ({ agent, endpoint, retries, shared }) =>
    openaiTarget({
      ...shared,
      endpoint,
      retries,
      model: agent.model ?? missing(agent, 'model', 'model: gpt-5-mini'),
      system: agent.system,
      apiKey: agent.api_key,
      maxTokens: agent.max_tokens,
      temperature: agent.temperature,
      headers: agent.headers,
    }),
  workflow: ({ endpoint, cwd, shared }) => workflowTarget({ ...shared, file: resolve(cwd, endpoint) }),
}

function httpAgent(parts: Parts): Target {
  const { agent, endpoint, retries, shared } = parts
  const copies = agent.command === undefined ? undefined : copiesOf(parts)
  return httpTarget({
    ...shared,
    endpoint,
    retries,
    copies,
    // one process at one address is one lane where the wire must know whose request it sees
    mostLanes: copies === undefined || hasPort(agent) ? shared.mostLanes : 1,
    method: agent.method,
    requestTemplate: agent.request_template,
    responsePath: agent.response_path,
    queryParams: agent.query_params,
    headers: agent.headers,
    parsesStructuredInput: agent.parse_structured_input,
    resetEndpoint: agent.reset_endpoint,
    startsAfresh: agent.fresh_process,
  })
}

function moduleAgent(parts: Parts): Target {
  const { agent, endpoint, cwd, env, shared } = parts
  const options = {
    ...shared,
    endpoint,
    cwd,
    tools: agent.tools ?? [],
    toolRegistry: agent.tool_registry,
    resetFunction: agent.reset_function,
  }
  if (agent.isolation === 'process')
    return moduleProcessTarget({ ...options, env, startsAfresh: agent.fresh_process })
  // a reset in one lane would pull the state away under another
  return moduleTarget({ ...options, mostLanes: agent.reset_function === undefined ? options.mostLanes : 1 })
}

function pythonAgent({ agent, endpoint, cwd, env, world, shared }: Parts): Target {
  return pythonTarget({
    ...shared,
    style: agent.type === 'langchain' ? 'langchain' : 'python',
    endpoint,
    interpreter: interpreterOf(agent, cwd, world.env),
    cwd,
    env,
    tools: agent.tools ?? [],
    toolRegistry: agent.tool_registry,
    resetFunction: agent.reset_function,
    requestTemplate: agent.request_template,
    startsAfresh: agent.fresh_process,
  })
}

function interpreterOf({ python }: AgentConfig, cwd: string, env: TargetWorld['env']): string {
  if (python !== undefined) return python.includes('/') ? resolve(cwd, python) : python
  const active = env['VIRTUAL_ENV']
  const own = active === undefined ? undefined : join(active, 'bin', 'python')
  return own !== undefined && existsSync(own) ? own : 'python3'
}

function hasPort({ endpoint = '' }: AgentConfig): boolean {
  return endpoint.includes('{port}')
}

function copiesOf({ agent, endpoint, cwd, env }: Parts): AgentCopies {
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

function portOf(endpoint: string): number {
  const { port, protocol } = new URL(endpoint)
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

function missing({ type }: AgentConfig, key: string, example: string): never {
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `agent of type \`${type}\` needs \`${key}\``,
    `such as ${example}`,
  )
}

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HoldfastError } from '../../kit/errors.ts'
import { commandWords } from '../agent-process/command-words.ts'
import type { AgentConfig } from '../config/agent-shape.ts'
import type { Target } from '../target.ts'
import { AgentParts, type TargetWorld } from './agent-parts.ts'
import { commandTarget } from './command.ts'
import { httpTarget } from './http.ts'
import { interpose } from './interpose.ts'
import { moduleProcessTarget } from './module-process.ts'
import { moduleTarget } from './module.ts'
import { openaiTarget } from './openai.ts'
import { comesThroughGateway } from './planes-of.ts'
import { pythonTarget } from './python.ts'
import { hasPort, startedCopies } from './started-copies.ts'
import { workflowTarget } from './workflow.ts'
import { workflowUpstreams } from './workflow/workflow-file.ts'

export type { TargetWorld } from './agent-parts.ts'

/** The agent of a configuration, started and ready; throws a coded error that says what is missing. */
export async function openTarget(agent: AgentConfig, world: TargetWorld): Promise<Target> {
  refuseIdleModels(agent)
  const interposition = comesThroughGateway(agent)
    ? await interpose({
        upstream: { ...ownUpstream(agent, world), ...agent.upstream },
        tools: agent.tools ?? [],
        env: { ...world.env, ...agent.env },
        gatewayPort: agent.gateway_port,
        mock: agent.mock === undefined ? undefined : resolve(world.folder, agent.mock),
      })
    : undefined
  let target: Target | undefined
  try {
    target = MAKERS[agent.type](new AgentParts(agent, world, interposition))
    await target.open()
    return target
  } catch (error) {
    await (target?.close() ?? interposition?.close())
    throw error
  }
}

/** Nobody may believe that a model stands behind an agent whose requests the lab never sees. */
function refuseIdleModels(agent: AgentConfig): void {
  if (comesThroughGateway(agent)) return
  const key =
    agent.mock === undefined ? (Object.keys(agent.upstream).length === 0 ? undefined : 'upstream') : 'mock'
  if (key === undefined) return
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `agent.${key} has no effect on an agent that the lab does not start`,
    'add agent.command, or agent.gateway_port and point the agent at it; or take it out',
  )
}

/** Types that say themselves where their models are. */
function ownUpstream({ type, endpoint = '', cwd = '.' }: AgentConfig, { folder }: TargetWorld) {
  if (type === 'openai') return { openai: endpoint }
  return type === 'workflow' ? workflowUpstreams(resolve(folder, cwd, endpoint)) : {}
}

const MAKERS: Record<AgentConfig['type'], (parts: AgentParts) => Target> = {
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

function httpAgent(parts: AgentParts): Target {
  const { agent, endpoint, retries, shared } = parts
  const copies = agent.command === undefined ? undefined : startedCopies(parts)
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

function moduleAgent(parts: AgentParts): Target {
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

function pythonAgent({ agent, endpoint, cwd, env, world, shared }: AgentParts): Target {
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

function missing({ type }: AgentConfig, key: string, example: string): never {
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `agent of type \`${type}\` needs \`${key}\``,
    `such as ${example}`,
  )
}

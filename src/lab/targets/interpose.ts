import { createChaosRun } from '../../chaos/index.ts'
import { compileContract, loadContract, type CompiledContract } from '../../contract/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { AgentEvent } from '../../model/index.ts'
import { startToolRoutes, type ToolRoutes } from '../../planes/index.ts'
import { PROVIDERS, startProxy, type Proxy, type UpstreamUrls } from '../../proxy/index.ts'
import type { AgentTool } from '../config/agent-tools-shape.ts'
import type { Question } from '../target.ts'
import { mergeCalls } from './hosts/host-reply.ts'
import type { BaseUrls, Interposition, Sighting } from './interposition.ts'
import { ObservedRun } from './observed-run.ts'
import { sightingOf } from './wire-sighting.ts'

export interface InterposeOptions {
  readonly upstream: Readonly<Record<string, string>>
  readonly tools: readonly AgentTool[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** A free one when absent. */
  readonly gatewayPort?: number | undefined
}

interface Lane {
  run: ObservedRun
  events: AgentEvent[]
}

/** The gateway and the tool routes of one run, with a path of its own for each lane. */
export async function interpose(options: InterposeOptions): Promise<Interposition> {
  const lanes = new Map<string, Lane>()
  const laneOf = (token: string): Lane => {
    let lane = lanes.get(token)
    if (lane === undefined) lanes.set(token, (lane = idleLane()))
    return lane
  }
  const runOf = (token: string) => (LANE_TOKEN.test(token) ? laneOf(token).run : undefined)
  const hear = (event: AgentEvent): void => {
    const token = LANE_TOKEN_WITHIN.exec(event.sessionId)?.[0]
    if (token !== undefined) laneOf(token).events.push(event)
  }
  const proxy = await startGateway(options, runOf, hear)
  const routes = await startRoutes(options, runOf, proxy)
  const baseUrls = (lane: number): BaseUrls => baseUrlsAt(`${proxy.url}/~/${tokenOf(lane)}`)
  return {
    baseUrls,
    env: (lane) => ({
      ...modelVariables(baseUrls(lane)),
      ...toolVariables(options.tools, routes, tokenOf(lane)),
    }),
    begin(question: Question) {
      const lane = laneOf(tokenOf(question.lane))
      lane.run = new ObservedRun(question.chaos)
      lane.events = []
      return {
        async end(): Promise<Sighting> {
          const { run, events } = lane
          Object.assign(lane, idleLane())
          const seen = sightingOf(events)
          return { ...seen, calls: mergeCalls(seen.calls, run.calls) }
        },
      }
    },
    async close() {
      await Promise.all([proxy.close(0), routes?.close()])
    },
  }
}

const LANE_TOKEN = /^lane-\d{1,6}$/u
const LANE_TOKEN_WITHIN = /\blane-\d{1,6}\b/u

function tokenOf(lane: number): string {
  return `lane-${lane}`
}

/** Between two questions an agent may talk to its model, and nothing happens to it. */
function idleLane(): Lane {
  const calm = createChaosRun({ faults: [] }, { seed: 0, scenario: '', prompt: '', trial: 0 })
  return { run: new ObservedRun(calm), events: [] }
}

async function startGateway(
  { upstream, env, gatewayPort = 0 }: InterposeOptions,
  runOf: (token: string) => ObservedRun | undefined,
  hear: (event: AgentEvent) => void,
): Promise<Proxy> {
  const contract = observingContract()
  return startProxy({
    contracts: [{ selector: { kind: 'default' }, load: () => contract }],
    port: gatewayPort,
    mode: 'shadow',
    upstreams: upstreamUrls(upstream),
    env,
    watch: false,
    chaos: { runOf },
    telemetry: {
      begin: () => undefined,
      record: ({ event }) => hear(event),
      close: async () => undefined,
    },
  })
}

/** Judges nothing; the gateway only carries chaos here, and tells what it saw. */
function observingContract(): CompiledContract {
  const { contract, problems } = loadContract('lab', OBSERVING, {
    readFile: () => ({ ok: false, reason: 'none' }),
  })
  if (contract === undefined) throw new Error(problems.map(({ message }) => message).join('; '))
  return compileContract(contract)
}

const OBSERVING = `
dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: lab
description: Looks on.
version: "1"
invariants: {}
`

function upstreamUrls(written: Readonly<Record<string, string>>): UpstreamUrls {
  for (const name of Object.keys(written))
    if (!(PROVIDERS as readonly string[]).includes(name))
      throw new HoldfastError(
        'HF_INVALID_FILE',
        `agent.upstream: there is no provider \`${name}\``,
        `use ${PROVIDERS.join(', ')}; what speaks the protocol of OpenAI is \`openai\``,
      )
  return written
}

async function startRoutes(
  { tools }: InterposeOptions,
  runOf: (token: string) => ObservedRun | undefined,
  proxy: Proxy,
): Promise<ToolRoutes | undefined> {
  const routed = tools.flatMap(({ name, url }) => (url === undefined ? [] : [[name, { url }] as const]))
  if (routed.length === 0) return undefined
  try {
    return await startToolRoutes(Object.fromEntries(routed), runOf)
  } catch (error) {
    await proxy.close(0)
    throw error
  }
}

function baseUrlsAt(lane: string): BaseUrls {
  return {
    openai: `${lane}/openai/v1`,
    anthropic: `${lane}/anthropic`,
    gemini: `${lane}/gemini`,
    openrouter: `${lane}/openrouter/api/v1`,
  }
}

/** The names under which clients of the providers look for an address. */
function modelVariables(urls: BaseUrls): Readonly<Record<string, string>> {
  return {
    OPENAI_BASE_URL: urls.openai,
    OPENAI_API_BASE: urls.openai,
    ANTHROPIC_BASE_URL: urls.anthropic,
    GOOGLE_GEMINI_BASE_URL: urls.gemini,
    OPENROUTER_BASE_URL: urls.openrouter,
    HOLDFAST_OPENAI_BASE_URL: urls.openai,
    HOLDFAST_ANTHROPIC_BASE_URL: urls.anthropic,
    HOLDFAST_GEMINI_BASE_URL: urls.gemini,
  }
}

/** Where nothing else is written, `market-data` is found in `MARKET_DATA_URL`. */
function toolVariables(
  tools: readonly AgentTool[],
  routes: ToolRoutes | undefined,
  token: string,
): Readonly<Record<string, string>> {
  if (routes === undefined) return {}
  return Object.fromEntries(
    tools.flatMap(({ name, url, env }) =>
      url === undefined ? [] : [[env ?? variableFor(name), routes.urlFor(token, name)]],
    ),
  )
}

function variableFor(tool: string): string {
  return `${tool.toUpperCase().replace(/[^A-Z0-9]+/gu, '_')}_URL`
}

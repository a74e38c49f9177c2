import { setImmediate } from 'node:timers/promises'
import { createChaosRun } from '../../chaos/index.ts'
import { compileContract, loadContract, type CompiledContract } from '../../contract/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { AgentEvent } from '../../model/index.ts'
import { startToolRoutes, type ToolRoutes } from '../../planes/index.ts'
import { PROVIDERS, startProxy, type Proxy, type UpstreamUrls } from '../../proxy/index.ts'
import type { AgentTool } from '../config/agent-tools-shape.ts'
import type { Question } from '../target.ts'
import { combinedCalls, withLedger } from './combined-calls.ts'
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

/** One question under way in a lane: a session of its own, so that nothing is remembered from the one before. */
interface Visit {
  readonly session: string
  readonly run: ObservedRun
  readonly events: AgentEvent[]
}

/** The gateway and the tool routes of one run, with a path of its own for each lane. */
export async function interpose(options: InterposeOptions): Promise<Interposition> {
  const lanes = new Map<string, Visit>()
  const visits = new Map<string, Visit>()
  let count = 0
  const traffic: Traffic = {
    runOf: (token) => (LANE_TOKEN.test(token) ? (lanes.get(token)?.run ?? calmRun()) : undefined),
    sessionOf: (token) => lanes.get(token)?.session ?? `idle-${token}`,
    hear(event) {
      const { sessionId } = event
      visits.get(sessionId.slice(sessionId.lastIndexOf('/') + 1))?.events.push(event)
    },
  }
  const proxy = await startGateway(options, traffic)
  const routes = await startRoutes(options, traffic, proxy)
  const baseUrls = (lane: number): BaseUrls => baseUrlsAt(`${proxy.url}/~/${tokenOf(lane)}`)
  return {
    baseUrls,
    env: (lane) => ({
      ...modelVariables(baseUrls(lane)),
      ...toolVariables(options.tools, routes, tokenOf(lane)),
    }),
    begin(question: Question) {
      const token = tokenOf(question.lane)
      const visit: Visit = { session: `visit-${++count}`, run: new ObservedRun(question.chaos), events: [] }
      lanes.set(token, visit)
      visits.set(visit.session, visit)
      return {
        async end(): Promise<Sighting> {
          // an agent in this very process may be done before the gateway has written down its last reply
          await setImmediate()
          if (lanes.get(token) === visit) lanes.delete(token)
          visits.delete(visit.session)
          const seen = sightingOf(visit.events)
          const calls = combinedCalls(seen.calls, visit.run.calls)
          return { ...seen, calls: withLedger(calls, question.chaos.ledger) }
        },
      }
    },
    async close() {
      await Promise.all([proxy.close(0), routes?.close()])
    },
  }
}

interface Traffic {
  readonly runOf: (token: string) => ObservedRun | undefined
  readonly sessionOf: (token: string) => string
  readonly hear: (event: AgentEvent) => void
}

const LANE_TOKEN = /^lane-\d{1,6}$/u

function tokenOf(lane: number): string {
  return `lane-${lane}`
}

/** Between two questions an agent may talk to its model, and nothing happens to it. */
function calmRun(): ObservedRun {
  return new ObservedRun(createChaosRun({ faults: [] }, { seed: 0, scenario: '', prompt: '', trial: 0 }))
}

/** Of questions that are over nobody asks any more. */
const MOST_SESSIONS = 1_000

async function startGateway(
  { upstream, env, gatewayPort = 0 }: InterposeOptions,
  { runOf, sessionOf, hear }: Traffic,
): Promise<Proxy> {
  const contract = observingContract()
  return startProxy({
    contracts: [{ selector: { kind: 'default' }, load: () => contract }],
    port: gatewayPort,
    mode: 'shadow',
    upstreams: upstreamUrls(upstream),
    env,
    watch: false,
    mostSessions: MOST_SESSIONS,
    chaos: { runOf, sessionOf },
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
  { runOf }: Traffic,
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

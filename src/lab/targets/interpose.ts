import { setImmediate } from 'node:timers/promises'
import { createChaosRun } from '../../chaos/index.ts'
import type { AgentEvent } from '../../model/index.ts'
import { startToolRoutes, type ToolRoutes } from '../../planes/index.ts'
import type { Proxy } from '../../proxy/index.ts'
import type { AgentTool } from '../config/agent-tools-shape.ts'
import type { Question } from '../target.ts'
import { combinedCalls, withLedger } from './combined-calls.ts'
import type { BaseUrls, Interposition, Sighting } from './interposition.ts'
import { startGateway, type Traffic } from './lab-gateway.ts'
import { baseUrlsAt, modelVariables, toolUrlsAt, toolVariables } from './lane-environment.ts'
import { standInKeys, startMockUpstream, type MockUpstream } from './mock-upstream.ts'
import { ObservedRun } from './observed-run.ts'
import { sightingOf } from './wire-sighting.ts'

export interface InterposeOptions {
  readonly upstream: Readonly<Record<string, string>>
  readonly tools: readonly AgentTool[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** A free one when absent. */
  readonly gatewayPort?: number | undefined
  /** A script of the mock model, in place of every provider. */
  readonly mock?: string | undefined
}

interface Closable {
  close(drainMs?: number): Promise<void>
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
    runOf: (token) =>
      LANE_TOKEN.test(token) ? (lanes.get(token)?.run ?? calmRun()) : visits.get(token)?.run,
    sessionOf: (token) => (visits.get(token) ?? lanes.get(token))?.session ?? `idle-${token}`,
    hear(event) {
      const { sessionId } = event
      visits.get(sessionId.slice(sessionId.lastIndexOf('/') + 1))?.events.push(event)
    },
  }
  const open: Closable[] = []
  const close = async (): Promise<void> => void (await Promise.all(open.map((each) => each.close(0))))
  const keep = <Part extends Closable | undefined>(part: Part): Part => {
    if (part !== undefined) open.push(part)
    return part
  }
  let proxy: Proxy
  let routes: ToolRoutes | undefined
  let model: MockUpstream | undefined
  try {
    model = keep(options.mock === undefined ? undefined : await startMockUpstream(options.mock))
    proxy = keep(
      await startGateway({ ...options, upstream: { ...options.upstream, ...model?.urls } }, traffic),
    )
    routes = keep(await startRoutes(options, traffic))
  } catch (error) {
    await close()
    throw error
  }
  const baseUrlsOf = (token: string): BaseUrls => baseUrlsAt(`${proxy.url}/~/${token}`)
  const baseUrls = (lane: number): BaseUrls => baseUrlsOf(tokenOf(lane))
  const toolUrlsOf = (token: string) => toolUrlsAt(options.tools, routes, token)
  const toolUrls = (lane: number) => toolUrlsOf(tokenOf(lane))
  return {
    baseUrls,
    toolUrls,
    env: (lane) => ({
      ...(model !== undefined && standInKeys(options.env)),
      ...modelVariables(baseUrls(lane)),
      ...toolVariables(options.tools, toolUrls(lane)),
    }),
    begin(question: Question) {
      const token = tokenOf(question.lane)
      const visit: Visit = { session: `visit-${++count}`, run: new ObservedRun(question.chaos), events: [] }
      lanes.set(token, visit)
      visits.set(visit.session, visit)
      return {
        baseUrls: baseUrlsOf(visit.session),
        toolUrls: toolUrlsOf(visit.session),
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
    close,
  }
}

const LANE_TOKEN = /^lane-\d{1,6}$/u

function tokenOf(lane: number): string {
  return `lane-${lane}`
}

/** Between two questions an agent may talk to its model, and nothing happens to it. */
function calmRun(): ObservedRun {
  return new ObservedRun(createChaosRun({ faults: [] }, { seed: 0, scenario: '', prompt: '', trial: 0 }))
}

async function startRoutes({ tools }: InterposeOptions, { runOf }: Traffic): Promise<ToolRoutes | undefined> {
  const routed = tools.flatMap(({ name, url }) => (url === undefined ? [] : [[name, { url }] as const]))
  return routed.length === 0 ? undefined : startToolRoutes(Object.fromEntries(routed), runOf)
}

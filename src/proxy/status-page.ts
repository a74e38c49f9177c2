import type { RecordStore } from '../store/index.ts'
import type { FailMode } from './fail-mode.ts'
import type { LiveNumbers } from './live-numbers.ts'
import { PROVIDERS } from './providers.ts'
import type { ProxySession } from './session.ts'
import { sessionNumbers } from './session-numbers.ts'
import type { Tenant } from './tenant.ts'
import type { Tenants } from './tenants.ts'
import type { Traffic } from './traffic.ts'

export interface StatusSources {
  readonly startedMs: number
  readonly nowMs: number
  readonly tenants: Tenants
  readonly numbers: LiveNumbers
  readonly traffic: Traffic
  readonly fail: FailMode
  readonly store: RecordStore | undefined
  readonly storeName: string
  readonly version: string
}

const MOST_SESSIONS_SHOWN = 20

/** What is in force, where requests go and how much is going on. Holds no key and no text of an agent. */
export function overview({
  startedMs,
  nowMs,
  tenants,
  traffic,
  fail,
  storeName,
  version,
  numbers,
}: StatusSources) {
  return {
    status: 'ok',
    version,
    uptimeS: Math.round((nowMs - startedMs) / 1000),
    store: storeName,
    failMode: fail.isOpen ? `open until ${new Date(fail.openUntilMs!).toISOString()}` : 'closed',
    traffic: {
      requests: traffic.requests,
      refused: traffic.refused,
      rewritten: traffic.rewritten,
      passedThrough: traffic.passedThrough,
      notJudged: traffic.notJudged,
      upstreamErrors: traffic.upstreamErrors,
      openExchanges: traffic.openExchanges,
      openStreams: traffic.openStreams,
      costUsd: numbers.costUsd,
    },
    contracts: tenants.all().map(contractInForce),
  }
}

function contractInForce(tenant: Tenant) {
  const { name, version, hash } = tenant.guard.contract.contract
  return {
    route: tenant.name,
    name,
    version,
    hash,
    mode: tenant.mode,
    clauses: tenant.guard.contract.clauses.length,
    sessions: tenant.sessions.size,
    upstreams: Object.fromEntries(
      PROVIDERS.map((provider) => {
        const { url, chosenBy } = tenant.upstreams[provider]
        return [provider, { url: withoutSecrets(url), chosenBy }]
      }),
    ),
  }
}

/** The overview and the newest sessions with their numbers, folded from what was recorded. */
export async function statusPage(sources: StatusSources) {
  const newest = sources.tenants
    .all()
    .flatMap((tenant) => Array.from(tenant.sessions.values(), (session) => ({ tenant, session })))
    .sort((left, right) => right.session.lastActiveMs - left.session.lastActiveMs)
    .slice(0, MOST_SESSIONS_SHOWN)
  const sessions = []
  for (const { tenant, session } of newest) sessions.push(await sessionState(sources.store, tenant, session))
  return { ...overview(sources), sessions }
}

async function sessionState(store: RecordStore | undefined, tenant: Tenant, session: ProxySession) {
  const { id, lastActiveMs, inFlight, turnOpen, seenHere } = session
  const found = store === undefined ? undefined : await sessionNumbers(store, id, tenant.guard.contract)
  const state = { id, lastActiveMs, inFlight, turnOpen }
  if (found === undefined) return { ...state, ...seenHere }
  return {
    ...state,
    turns: found.turns,
    denied: found.verdicts.decided.deny,
    costUsd: found.cost.totalUsd,
    records: found.records,
    theta: found.reliability.theta,
    drift: found.drift.mean,
    compliance: found.compliance,
    violations: { hard: found.violations.hard, soft: found.violations.soft },
  }
}

function withoutSecrets(url: string): string {
  const parsed = new URL(url)
  return `${parsed.origin}${parsed.pathname === '/' ? '' : parsed.pathname}`
}

import type { FailMode } from './fail-mode.ts'
import type { LiveNumbers } from './live-numbers.ts'
import { PROVIDERS } from './providers.ts'
import type { Tenants } from './tenants.ts'
import type { Traffic } from './traffic.ts'

export interface StatusSources {
  readonly startedMs: number
  readonly nowMs: number
  readonly tenants: Tenants
  readonly numbers: LiveNumbers
  readonly traffic: Traffic
  readonly fail: FailMode
  readonly store: string | undefined
  readonly version: string
}

const MOST_SESSIONS_SHOWN = 100

/** What is in force, where requests go, and how the newest sessions stand. Holds no key and no text of an agent. */
export function statusPage(sources: StatusSources) {
  const { startedMs, nowMs, tenants, traffic, fail, store, version, numbers } = sources
  return {
    status: 'ok',
    version,
    uptimeS: Math.round((nowMs - startedMs) / 1000),
    store: store ?? 'none',
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
      costUsd: numbers.totals.costUsd,
    },
    contracts: tenants.all().map((tenant) => {
      const { name, version: contractVersion, hash } = tenant.guard.contract.contract
      return {
        route: tenant.name,
        name,
        version: contractVersion,
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
    }),
    sessions: sessionsOf(sources),
  }
}

function sessionsOf({ tenants, numbers }: StatusSources) {
  return tenants
    .all()
    .flatMap((tenant) => [...tenant.sessions.values()])
    .sort((left, right) => right.lastActiveMs - left.lastActiveMs)
    .slice(0, MOST_SESSIONS_SHOWN)
    .map((session) => {
      const found = numbers.of(session.id)
      return {
        id: session.id,
        lastActiveMs: session.lastActiveMs,
        inFlight: session.inFlight,
        turnOpen: session.turnOpen,
        ...(found === undefined
          ? {}
          : {
              records: found.records,
              turns: found.turns,
              theta: found.reliability.theta,
              drift: found.drift.mean,
              compliance: found.compliance,
              violations: { hard: found.violations.hard, soft: found.violations.soft },
              costUsd: found.cost.totalUsd,
              decided: found.verdicts.decided,
            }),
      }
    })
}

function withoutSecrets(url: string): string {
  const parsed = new URL(url)
  return `${parsed.origin}${parsed.pathname === '/' ? '' : parsed.pathname}`
}

import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { HoldfastError } from '../kit/errors.ts'
import type { CompiledContract } from '../contract/index.ts'
import type { Judge, Mode } from '../model/index.ts'
import type { RecordStore } from '../store/index.ts'
import type { WireChaosOptions } from './chaos-invocation.ts'
import { failMode } from './fail-mode.ts'
import type { Gateway, OnDeny } from './gateway.ts'
import { LiveNumbers } from './live-numbers.ts'
import type { Log } from './log.ts'
import { metricsPage } from './metrics-page.ts'
import { startKeepAlive } from './open-streams.ts'
import { byteBudget } from './read-body.ts'
import { reload, watchContracts, type LoadContract, type Reloadable, type ReloadResult } from './reload.ts'
import { createGatewayServer } from './server.ts'
import { plainLabel } from '../exchange/session-name.ts'
import { overview, statusPage } from './status-page.ts'
import type { Telemetry } from './telemetry.ts'
import { Tenant } from './tenant.ts'
import { Tenants, type Selector } from './tenants.ts'
import { Traffic } from './traffic.ts'
import {
  isLoopback,
  resolveUpstreams,
  UpstreamPools,
  type Environment,
  type UpstreamUrls,
} from './upstreams.ts'

const MEBIBYTE = 1024 * 1024

export interface ContractRoute {
  readonly selector: Selector
  readonly load: LoadContract
}

export interface ProxyOptions {
  readonly contracts: readonly ContractRoute[]
  readonly host?: string
  /** 0 takes any free port. */
  readonly port?: number
  readonly token?: string
  readonly sessionId?: string
  /** Without a store nothing survives the process. */
  readonly store?: RecordStore
  /** How the store is called on the status page. */
  readonly storeName?: string
  readonly mode?: Mode
  readonly onDeny?: OnDeny
  readonly hold?: 'calls' | 'reply'
  /** Refuses posts to paths that nothing judges, such as batches; without it they pass untouched. */
  readonly refusesUnjudged?: boolean
  readonly upstreams?: UpstreamUrls
  readonly env?: Environment
  readonly judge?: Judge
  readonly telemetry?: Telemetry
  /** Chaos for requests under `/~/<token>/…`, where agents are tested. */
  readonly chaos?: WireChaosOptions
  readonly failOpenForMs?: number
  readonly maxBodyBytes?: number
  readonly maxHeldBytes?: number
  readonly upstreamTimeoutMs?: number
  readonly mostSessions?: number
  readonly watch?: boolean
  readonly version?: string
  readonly nowMs?: () => number
  readonly log?: Log
}

export interface Proxy {
  readonly url: string
  readonly port: number
  readonly host: string
  reload(): readonly ReloadResult[]
  overview(): ReturnType<typeof overview>
  status(): ReturnType<typeof statusPage>
  /** Takes no more requests, lets those under way finish, and writes everything down. */
  close(drainMs?: number): Promise<void>
}

const SESSIONS_WITH_STORE = 10_000
const SESSIONS_WITHOUT_STORE = 200_000

/** The gateway: an HTTP server between agents and models that asks the guard about everything. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const {
    host = '127.0.0.1',
    port = 9000,
    token,
    mode = 'enforce',
    store,
    env = {},
    nowMs = Date.now,
    log = () => undefined,
  } = options
  const isPublic = !isLoopback(host)
  if (isPublic && token === undefined)
    throw new HoldfastError(
      'HF_USAGE',
      `\`${host}\` can be reached by others than this machine, so a token is needed`,
      'set HOLDFAST_TOKEN or --token-file, or listen on 127.0.0.1',
    )
  const pools = new UpstreamPools(options.upstreamTimeoutMs ?? 600_000)
  const numbers = new LiveNumbers()
  const traffic = new Traffic()
  const fail = failMode(options.failOpenForMs ?? 0, nowMs, log)
  const gateway: Gateway = {
    nowMs,
    newId: () => `hf_${randomUUID()}`,
    log,
    fail,
    budget: byteBudget(options.maxHeldBytes ?? 256 * MEBIBYTE),
    traffic,
    telemetry: options.telemetry,
    onDeny: options.onDeny ?? 'replace',
    hold: options.hold ?? 'calls',
    maxBodyBytes: options.maxBodyBytes ?? 32 * MEBIBYTE,
    sessionId: options.sessionId,
    chaos: options.chaos,
    refusesUnjudged: options.refusesUnjudged ?? false,
    isDraining: false,
  }
  const reloadables: Reloadable[] = []
  const tenants = new Tenants()
  const server = createGatewayServer({
    gateway,
    tenants,
    admin: { tenants, reloadables, log },
    token,
    isPublic,
    status: () => statusPage(sources()),
    metrics: () => metricsPage(tenants, numbers, traffic),
  })
  // contracts are read before the port is taken, so that a broken one leaves nothing behind
  const loaded = options.contracts.map(({ selector, load }) => ({ selector, load, contract: load() }))
  const bound = await listen(server, host, port)
  const own = { host, port: bound.port }
  const upstreamsOf = ({ contract }: CompiledContract) =>
    resolveUpstreams({ flags: options.upstreams ?? {}, contract: contract.upstream, env, own }, pools)
  try {
    for (const { selector, load, contract } of loaded) {
      const tenant = new Tenant({
        name: selectorName(selector),
        namespace: namespaceOf(selector, contract),
        contract,
        upstreams: upstreamsOf(contract),
        mode,
        store,
        judge: options.judge,
        nowMs,
        log,
        fail,
        numbers,
        mostSessions:
          options.mostSessions ?? (store === undefined ? SESSIONS_WITHOUT_STORE : SESSIONS_WITH_STORE),
        onRecord: (record) => options.telemetry?.record(record),
      })
      tenants.add(selector, tenant)
      reloadables.push({ tenant, load, upstreamsOf })
    }
  } catch (error) {
    server.close()
    await pools.close()
    throw error
  }
  const startedMs = nowMs()
  const sources = () => ({
    startedMs,
    nowMs: nowMs(),
    tenants,
    numbers,
    traffic,
    fail,
    store,
    storeName: store === undefined ? 'none' : (options.storeName ?? 'open'),
    version: options.version ?? '',
  })
  const stopWatching = options.watch === false ? () => undefined : watchContracts(reloadables, log)
  const stopKeepAlive = startKeepAlive(nowMs)

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    host,
    port: bound.port,
    overview: () => overview(sources()),
    status: () => statusPage(sources()),
    reload: () => reloadables.map((reloadable) => reload(reloadable, log)),
    async close(drainMs = 30_000) {
      gateway.isDraining = true
      stopWatching()
      stopKeepAlive()
      await drain(server, drainMs)
      await Promise.all(tenants.all().map(({ guard }) => guard.settled()))
      for (const tenant of tenants.all()) await tenant.saveAll()
      await pools.close()
      await options.telemetry?.close()
    },
  }
}

function selectorName(selector: Selector): string {
  if (selector.kind === 'default') return 'default'
  return selector.kind === 'prefix' ? selector.prefix : `key ${selector.sha256.slice(0, 12)}`
}

/** Two routes under the same contract are still two worlds. */
function namespaceOf(selector: Selector, { contract }: CompiledContract): string {
  const name = plainLabel(contract.name)
  return selector.kind === 'default'
    ? name
    : `${name}@${plainLabel(selectorName(selector).replace(/^\//u, ''))}`
}

function listen(
  server: ReturnType<typeof createGatewayServer>,
  host: string,
  port: number,
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new HoldfastError(
          'HF_USAGE',
          `cannot listen on ${host}:${port}: ${error.code === 'EADDRINUSE' ? 'another program is there' : error.message}`,
          'choose another --port',
        ),
      ),
    )
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve(server.address() as AddressInfo)
    })
  })
}

/** No new connections; idle ones are closed, busy ones finish, and what is not done in time is cut. */
async function drain(server: ReturnType<typeof createGatewayServer>, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs)
  server.closeIdleConnections()
  await closed
  clearInterval(idle)
  clearTimeout(deadline)
}

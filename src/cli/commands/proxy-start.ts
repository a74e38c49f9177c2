import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { HoldfastError } from '../../kit/errors.ts'
import { compileContract } from '../../contract/index.ts'
import { createJudge } from '../../judge/index.ts'
import {
  PROVIDERS,
  startProxy,
  telemetryFrom,
  type ContractRoute,
  type LogEntry,
  type Proxy,
  type Selector,
} from '../../proxy/index.ts'
import { openStore, type RecordStore } from '../../store/index.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { readContract } from '../open-contract.ts'
import { paintFor } from '../paint.ts'
import { printProblems } from '../problems.ts'
import { contractWords } from '../words.ts'
import { VERSION } from '../version.ts'
import { DEFAULT_STORE, STORE_OPTION } from './sessions-store.ts'

const DAY_MS = 86_400_000

export const proxyStart = defineCommand({
  name: 'proxy start',
  summary: 'Stand between agents and models and keep them to a contract.',
  options: [
    { flags: '--contract <file>', summary: 'the contract for everything no --route names' },
    {
      flags: '--route <selector=contract...>',
      summary:
        'a contract for a path (`/team-a=a.yaml`) or a client key (`key:VARIABLE=b.yaml`, `key-sha256:HEX=b.yaml`)',
    },
    { flags: '--port <number>', summary: 'where to listen (9000)' },
    {
      flags: '--host <address>',
      summary: 'on which address (127.0.0.1); any other than loopback needs a token',
    },
    { flags: '--token-file <file>', summary: 'a file with the token; HOLDFAST_TOKEN works too' },
    { flags: '--session-id <name>', summary: 'one session for all requests that name none' },
    STORE_OPTION,
    { flags: '--no-persist', summary: 'keep nothing beyond this process' },
    { flags: '--retain-days <days>', summary: 'forget sessions that were last active longer ago' },
    { flags: '--shadow', summary: 'decide and record, and never act' },
    {
      flags: '--on-deny <how>',
      summary:
        '`replace` a denied call by a message from which the agent can go on (default), or `refuse` the reply',
    },
    { flags: '--hold <what>', summary: '`calls` until they are judged (default), or the whole `reply`' },
    ...PROVIDERS.map((provider) => ({
      flags: `--upstream-${provider} <url>`,
      summary: `where ${provider} is; also HOLDFAST_UPSTREAM_${provider.toUpperCase()}`,
    })),
    {
      flags: '--fail-open-for <duration>',
      summary: 'let what cannot be judged pass for a while, such as 10m',
    },
    { flags: '--refuse-unjudged', summary: 'refuse posts to paths that nothing judges, such as batches' },
    { flags: '--max-body <bytes>', summary: 'the largest body that is judged (33554432)' },
    { flags: '--upstream-timeout <duration>', summary: 'how long a provider may be silent (10m)' },
    { flags: '--drain <duration>', summary: 'how long open requests may take when stopping (30s)' },
    { flags: '--no-watch', summary: 'take up changed contracts only on SIGHUP or /admin/reload' },
    {
      flags: '--otel <url>',
      summary: 'send spans and metrics there over OTLP; also OTEL_EXPORTER_OTLP_ENDPOINT',
    },
    { flags: '--json', summary: 'log one JSON object a line' },
  ],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast proxy start --contract contract.yaml --port 9000',
      explains:
        'then ANTHROPIC_BASE_URL=http://127.0.0.1:9000/anthropic or OPENAI_BASE_URL=http://127.0.0.1:9000/openai/v1',
    },
    {
      line: 'holdfast proxy start --contract default.yaml --route /team-a=a.yaml --shadow',
      explains: 'two contracts, watching only',
    },
  ],
  run: (_args, options, io) => serveProxy(options, io, untilStopped),
})

/** Serves until `stopped` resolves, which is given the gateway. */
export async function serveProxy(
  options: OptionValues,
  io: CliIo,
  stopped: (proxy: Proxy) => Promise<void>,
): Promise<ExitCode> {
  const routes = contractRoutes(options, io)
  const log = logTo(io, options['json'] === true)
  const telemetry = await telemetryFrom(textOf(options, 'otel'), io.env, VERSION, log)
  const store = options['persist'] === false ? undefined : await openStoreOf(options)
  const storeName = options['persist'] === false ? undefined : storeLocation(options)
  try {
    const proxy = await startProxy({
      contracts: routes,
      host: textOf(options, 'host') ?? '127.0.0.1',
      port: numberOf(options, 'port', 9000),
      env: io.env,
      mode: options['shadow'] === true ? 'shadow' : 'enforce',
      onDeny: choice(options, 'onDeny', ['replace', 'refuse']),
      hold: choice(options, 'hold', ['calls', 'reply']),
      upstreams: Object.fromEntries(
        PROVIDERS.flatMap((provider) => {
          const url = textOf(options, `upstream${provider[0]!.toUpperCase()}${provider.slice(1)}`)
          return url === undefined ? [] : [[provider, url]]
        }),
      ),
      refusesUnjudged: options['refuseUnjudged'] === true,
      failOpenForMs: durationOf(options, 'failOpenFor', 0),
      maxBodyBytes: numberOf(options, 'maxBody', 32 * 1024 * 1024),
      upstreamTimeoutMs: durationOf(options, 'upstreamTimeout', 600_000),
      watch: options['watch'] !== false,
      version: VERSION,
      log,
      judge: createJudge({ env: io.env, nonce: randomUUID() }),
      ...optional('token', tokenOf(options, io)),
      ...optional('sessionId', textOf(options, 'sessionId')),
      ...optional('telemetry', telemetry),
      ...optional('store', store),
      ...optional('storeName', storeName),
    })
    greet(proxy, io)
    const stopPruning = pruneNowAndThen(store, options)
    await stopped(proxy)
    stopPruning()
    io.err('holdfast stops when open requests are done\n')
    await proxy.close(durationOf(options, 'drain', 30_000))
    return 0
  } finally {
    await store?.close()
  }
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): Partial<Record<Key, Value>> {
  return (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, Value>>
}

function contractRoutes(options: OptionValues, io: CliIo): readonly ContractRoute[] {
  const contract = textOf(options, 'contract')
  const written = options['route'] as unknown as readonly string[] | undefined
  const routes = (written ?? []).map((route) => routeOf(route, io))
  const all =
    contract === undefined
      ? routes
      : [{ selector: { kind: 'default' } as const, load: loader(contract, io) }, ...routes]
  if (all.length === 0) throw new HoldfastError('HF_USAGE', 'no contract is named', 'add --contract <file>')
  return all
}

function routeOf(route: string, io: CliIo): ContractRoute {
  const at = route.lastIndexOf('=')
  const [selector, file] = [route.slice(0, at), route.slice(at + 1)]
  if (at <= 0 || file === '')
    throw new HoldfastError(
      'HF_USAGE',
      `the route \`${route}\` does not read as selector=contract`,
      'such as /team-a=a.yaml',
    )
  return { selector: selectorOf(selector, io), load: loader(file, io) }
}

function selectorOf(text: string, io: CliIo): Selector {
  if (text.startsWith('/')) return { kind: 'prefix', prefix: text.replace(/\/+$/u, '') }
  const [, hash] = /^key-sha256:([0-9a-f]{64})$/iu.exec(text) ?? []
  if (hash !== undefined) return { kind: 'key', sha256: hash.toLowerCase() }
  const [, variable] = /^key:(\w+)$/u.exec(text) ?? []
  if (variable === undefined)
    throw new HoldfastError(
      'HF_USAGE',
      `\`${text}\` selects nothing`,
      'use a path such as /team-a, `key:` and the name of an environment variable, or `key-sha256:` and a hash',
    )
  const key = io.env[variable]
  if (key === undefined || key === '')
    throw new HoldfastError('HF_USAGE', `the environment variable ${variable} is not set`)
  return { kind: 'key', sha256: createHash('sha256').update(key).digest('hex') }
}

/** Reads the file again each time it is asked, and throws with every problem in it. */
function loader(path: string, io: CliIo): ContractRoute['load'] {
  return () => {
    const { contract, problems, sources } = readContract(path, io)
    if (contract !== undefined) return compileContract(contract, { vocabulary: contractWords(io) })
    printProblems(io, problems, sources)
    const errors = problems.filter(({ level }) => level === 'error')
    const first = errors[0]
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `\`${path}\` has ${errors.length} problem${errors.length === 1 ? '' : 's'}, the first at ${first?.line}:${first?.column}: ${first?.message}`,
    )
  }
}

function tokenOf(options: OptionValues, io: CliIo): string | undefined {
  const file = textOf(options, 'tokenFile')
  const token = (file === undefined ? io.env['HOLDFAST_TOKEN'] : readFileSync(file, 'utf8'))?.trim()
  if (file !== undefined && (token === undefined || token === ''))
    throw new HoldfastError('HF_USAGE', `\`${file}\` holds no token`)
  return token === '' ? undefined : token
}

function storeLocation(options: OptionValues): string {
  return textOf(options, 'store') ?? DEFAULT_STORE
}

async function openStoreOf(options: OptionValues): Promise<RecordStore> {
  const store = await openStore(storeLocation(options))
  await prune(store, options)
  return store
}

async function prune(store: RecordStore, options: OptionValues): Promise<void> {
  const days = numberOf(options, 'retainDays', 0)
  if (days > 0) await store.prune({ lastRecordBeforeMs: Date.now() - days * DAY_MS })
}

function greet(proxy: Proxy, io: CliIo): void {
  const paint = paintFor(io)
  const { contracts, store } = proxy.overview()
  io.out(`${paint.bold('holdfast')} listens on ${paint.cyan(proxy.url)}, records: ${store}\n`)
  for (const { route, name, version, clauses, mode, upstreams } of contracts) {
    io.out(`  ${route}: ${paint.bold(name)} ${version}, ${clauses} clauses, ${mode}\n`)
    for (const provider of PROVIDERS) {
      const { url, chosenBy } = upstreams[provider]!
      io.out(
        `    ${proxy.url}${route === 'default' || !route.startsWith('/') ? '' : route}/${provider} → ${url}${chosenBy === 'default' ? '' : ` (${chosenBy})`}\n`,
      )
    }
  }
}

function logTo(io: CliIo, asJson: boolean): (entry: LogEntry) => void {
  const paint = paintFor(io)
  const colour = { info: paint.dim, warn: paint.yellow, error: paint.red }
  return (entry) => {
    const at = new Date(io.nowMs()).toISOString()
    io.err(
      asJson
        ? `${JSON.stringify({ at, ...entry })}\n`
        : `${paint.dim(at)} ${colour[entry.level](entry.code)} ${entry.message}\n`,
    )
  }
}

function pruneNowAndThen(store: RecordStore | undefined, options: OptionValues): () => void {
  const timer = setInterval(() => {
    if (store !== undefined) prune(store, options).catch(() => undefined)
  }, DAY_MS / 24)
  timer.unref()
  return () => clearInterval(timer)
}

/** SIGHUP reads the contracts again; SIGINT and SIGTERM let open requests finish. */
function untilStopped(proxy: Proxy): Promise<void> {
  return new Promise((resolve) => {
    const again = (): void => void proxy.reload()
    const stop = (): void => {
      process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', again)
      resolve()
    }
    process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', again)
  })
}

function textOf(options: OptionValues, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

function numberOf(options: OptionValues, name: string, otherwise: number): number {
  const written = textOf(options, name)
  if (written === undefined) return otherwise
  const value = Number(written)
  if (Number.isFinite(value) && value >= 0) return value
  throw new HoldfastError('HF_USAGE', `\`${written}\` is not a number`)
}

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

function durationOf(options: OptionValues, name: string, otherwise: number): number {
  const written = textOf(options, name)
  if (written === undefined) return otherwise
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/u.exec(written) ?? []
  if (amount === undefined)
    throw new HoldfastError('HF_USAGE', `\`${written}\` is not a duration`, 'such as 30s, 10m or 1h')
  return Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]
}

function choice<Word extends string>(
  options: OptionValues,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const written = textOf(options, name)
  if (written === undefined) return words[0]
  const found = words.find((word) => word === written)
  if (found === undefined)
    throw new HoldfastError('HF_USAGE', `\`${written}\` is none of ${words.join(', ')}`)
  return found
}

// What the gateway adds to a call, next to a bare pass-through and to no proxy at all; upstream, gateways and load run
// in processes of their own, from the compiled code. Run: npm run build && npx tsx bench/proxy.bench.ts [--quick]
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { compileContract, loadContract } from '../src/contract/index.ts'
import { textRules } from '../src/exchange/text-rules.ts'
import { printRows, type Row } from './rows.ts'

const contractText = readFileSync(join(import.meta.dirname, 'proxy-contract.yaml'), 'utf8')
const MODEL = 'claude-sonnet-5'

/** `bare` is Node's own server and client, the control; `lean` has the gateway's client at its lowest level, which costs less. */
const SERVERS = ['bare', 'lean', 'gateway', 'gateway-store']

interface Target {
  readonly name: string
  readonly pool: Pool
  readonly prefix: string
  readonly process: ChildProcess
  readonly headers?: readonly string[]
  /** Somebody else's program: it tells nothing about itself. */
  readonly isForeign?: true
}

/** Another gateway to compare with, when one is at hand: the path of `@portkey-ai/gateway/build/start-server.js`. */
const PEER = process.env['HOLDFAST_BENCH_PEER']
const PEER_PORT = 48_799

let asked = 0

function bodyOf(text: string, stream: boolean): string {
  const message = { role: 'user', content: text }
  return JSON.stringify({ model: MODEL, max_tokens: 1024, stream, messages: [message] }, null, 1)
}

/** Milliseconds to the first byte of text and to the end. */
function call(
  { pool, prefix, headers = [] }: Target,
  session: number,
  stream: boolean,
): Promise<{ firstMs: number; ms: number }> {
  asked += 1
  const body = bodyOf(
    `Please look at module ${asked} again and tell me how it stands, as briefly as you can.`,
    stream,
  )
  const started = performance.now()
  let firstMs = Number.NaN
  return new Promise((resolve, reject) => {
    pool.dispatch(
      {
        method: 'POST',
        path: `${prefix}/v1/messages`,
        headers: [
          'content-type',
          'application/json',
          'x-api-key',
          'bench',
          'x-holdfast-session',
          `s${session}`,
          ...headers,
        ],
        body,
      },
      {
        onConnect: () => undefined,
        onHeaders(status) {
          if (status !== 200) reject(new Error(`status ${status}`))
          return true
        },
        onData(chunk) {
          if (Number.isNaN(firstMs) && (!stream || chunk.includes('text_delta')))
            firstMs = performance.now() - started
          return true
        },
        onComplete: () => resolve({ firstMs, ms: performance.now() - started }),
        onError: reject,
      },
    )
  })
}

function spawnRole(role: string, upstream = ''): Promise<{ process: ChildProcess; port: number }> {
  const child = spawn(
    process.execPath,
    ['--expose-gc', join(import.meta.dirname, 'proxy-servers.mjs'), role, upstream],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve({ process: child, port: Number(port) }))
    child.once('exit', () => reject(new Error(`${role} did not start`)))
  })
}

interface Vitals {
  readonly rss: number
  readonly heap: number
  /** Processor time used so far; unlike clocks it does not mind what else the machine is doing. */
  readonly cpuUs: number
}

function vitalsOf({ process: child, isForeign }: Target, what: 'memory' | 'processor'): Promise<Vitals> {
  if (isForeign === true) return Promise.resolve({ rss: 0, heap: 0, cpuUs: Number.NaN })
  return new Promise((resolve) => {
    child.once('message', (vitals) => resolve(vitals as Vitals))
    child.send(what)
  })
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN

async function sequential(targets: readonly Target[], rounds: number, each: number, stream: boolean) {
  const samples = new Map(targets.map(({ name }) => [name, { first: [] as number[], whole: [] as number[] }]))
  for (let round = 0; round < rounds; round += 1)
    for (const target of targets) {
      const found = samples.get(target.name)!
      for (let index = 0; index < each; index += 1) {
        const { firstMs, ms } = await call(target, index % 8, stream)
        if (round === 0) continue // warm-up
        found.first.push(firstMs)
        found.whole.push(ms)
      }
    }
  return samples
}

interface Throughput {
  readonly perSecond: number
  readonly cpuUs: number
}

async function concurrent(target: Target, connections: number, forMs: number): Promise<Throughput> {
  const before = await vitalsOf(target, 'processor')
  const started = performance.now()
  const end = started + forMs
  let done = 0
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      while (performance.now() < end) {
        await call(target, lane, false)
        done += 1
      }
    }),
  )
  const perSecond = (done * 1000) / (performance.now() - started)
  return { perSecond, cpuUs: ((await vitalsOf(target, 'processor')).cpuUs - before.cpuUs) / done }
}

async function warmUp(target: Target, requests: number, stream = false): Promise<void> {
  let left = requests
  await Promise.all(
    Array.from({ length: 32 }, async (_, lane) => {
      while ((left -= 1) >= 0) await call(target, lane, stream)
    }),
  )
}

/** Streams that have said half of what they have to say and stay open. */
async function memoryPerStream(target: Target, streams: number): Promise<{ rss: number; heap: number }> {
  const before = await vitalsOf(target, 'memory')
  const aborts: (() => void)[] = []
  await Promise.all(
    Array.from(
      { length: streams },
      (_, index) =>
        new Promise<void>((resolve) => {
          target.pool.dispatch(
            {
              method: 'POST',
              path: `${target.prefix}/v1/messages`,
              headers: [
                'content-type',
                'application/json',
                'x-api-key',
                'bench',
                'x-holdfast-session',
                `m${index}`,
              ],
              body: bodyOf(`stay open ${index}`, true),
            },
            {
              onConnect: (abort) => void aborts.push(abort),
              onHeaders: () => true,
              onData(chunk) {
                if (chunk.includes('text_delta')) resolve()
                return true
              },
              onComplete: () => resolve(),
              onError: () => resolve(),
            },
          )
        }),
    ),
  )
  const after = await vitalsOf(target, 'memory')
  for (const abort of aborts) abort()
  return { rss: (after.rss - before.rss) / streams / 1024, heap: (after.heap - before.heap) / streams / 1024 }
}

/** The most characters kept back while ordinary words stream by, three characters at a time. */
function mostHeldBack(): number {
  const filter = textRules(compileContract(loadContract('bench.yaml', contractText).contract!)).filterFor!()
  const text =
    'Module 7 builds on all three platforms, its 49 tests pass, and nothing else was touched. '.repeat(20)
  let pushed = 0
  let released = 0
  let most = 0
  for (let at = 0; at < text.length; at += 3) {
    const piece = text.slice(at, at + 3)
    pushed += piece.length
    released += filter.push(piece).consumed
    most = Math.max(most, pushed - released)
  }
  return most
}

async function startPeer(upstream: string): Promise<Target | undefined> {
  if (PEER === undefined) return undefined
  const child = spawn(process.execPath, [PEER, `--port=${PEER_PORT}`, '--headless'], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${PEER_PORT}`
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) break
  }
  const headers = [
    'anthropic-version',
    '2023-06-01',
    'x-portkey-provider',
    'anthropic',
    'x-portkey-custom-host',
    `${upstream}/v1`,
  ]
  const target: Target = {
    name: 'peer',
    prefix: '',
    process: child,
    pool: new Pool(url),
    headers,
    isForeign: true,
  }
  try {
    await call(target, 0, false)
    return target
  } catch (error) {
    console.log(`the other gateway does not take part: ${String(error)}`)
    child.kill()
    return undefined
  }
}

async function proxyBench({ isQuick }: { readonly isQuick: boolean }): Promise<readonly Row[]> {
  const upstream = await spawnRole('upstream')
  const url = `http://127.0.0.1:${upstream.port}`
  const targets: Target[] = [{ name: 'direct', prefix: '', process: upstream.process, pool: new Pool(url) }]
  for (const role of SERVERS) {
    const { process: child, port } = await spawnRole(role, url)
    targets.push({
      name: role,
      prefix: '/anthropic',
      process: child,
      pool: new Pool(`http://127.0.0.1:${port}`),
    })
  }
  const peer = await startPeer(url)
  if (PEER === undefined) console.log('no other gateway to compare with: HOLDFAST_BENCH_PEER is not set')
  if (peer !== undefined) targets.push(peer)
  try {
    // a compiler at work would count against whoever has more code, and only in the first seconds of its life
    for (const target of targets)
      await warmUp(target, target.isForeign === true ? 2000 : isQuick ? 12_000 : 25_000)
    const [rounds, each] = isQuick ? [40, 10] : [300, 10]
    const plain = await sequential(targets, rounds, each, false)
    const rates = new Map(targets.map(({ name }) => [name, [] as Throughput[]]))
    for (let round = 0; round < (isQuick ? 8 : 30); round += 1)
      for (const target of targets) rates.get(target.name)!.push(await concurrent(target, 32, 300))
    // the other gateway streams in a way of its own, so it is only compared on whole replies
    const streaming = targets.filter(({ isForeign }) => isForeign !== true)
    for (const target of streaming) await warmUp(target, isQuick ? 2000 : 5000, true)
    const streamed = await sequential(streaming, Math.ceil(rounds / 2), each, true)
    const memory = new Map<string, { rss: number; heap: number }>()
    for (const target of targets.filter(({ name }) => name === 'bare' || name === 'gateway'))
      memory.set(target.name, await memoryPerStream(target, 400))
    return rowsOf({ plain, streamed, rates, memory })
  } finally {
    for (const { pool, process: child } of targets) {
      await pool.destroy()
      child.kill()
    }
  }
}

type Samples = Awaited<ReturnType<typeof sequential>>

/** What one client gets that waits for each answer before it asks again. */
function oneAtATime(samples: Samples, name: string): number {
  const { whole } = samples.get(name)!
  return (1000 * whole.length) / whole.reduce((sum, milliseconds) => sum + milliseconds, 0)
}

function rowsOf({
  plain,
  streamed,
  rates,
  memory,
}: {
  plain: Samples
  streamed: Samples
  rates: ReadonlyMap<string, readonly Throughput[]>
  memory: ReadonlyMap<string, { rss: number; heap: number }>
}): readonly Row[] {
  const added = (samples: Samples, name: string, share: number, what: 'first' | 'whole') =>
    (quantile(samples.get(name)![what], share) - quantile(samples.get('direct')![what], share)) * 1000
  const rate = (name: string) =>
    quantile(
      rates.get(name)!.map(({ perSecond }) => perSecond),
      0.5,
    )
  /** Round by round against the control of the same moment, because the machine may have others to serve. */
  const timesBare = (name: string) =>
    quantile(
      rates.get(name)!.map(({ perSecond }, round) => perSecond / rates.get('bare')![round]!.perSecond),
      0.5,
    )
  const cpu = (name: string) =>
    quantile(
      rates.get(name)!.map(({ cpuUs }) => cpuUs),
      0.5,
    )
  const bareP50 = added(plain, 'bare', 0.5, 'whole')
  const rows: Row[] = [
    { name: 'direct, p50', value: quantile(plain.get('direct')!.whole, 0.5) * 1000, unit: 'µs' },
  ]
  const others = plain.has('peer') ? ['peer'] : []
  for (const name of [...SERVERS, ...others]) {
    const p50 = added(plain, name, 0.5, 'whole')
    rows.push({
      name: `${name}: added p50`,
      value: p50,
      unit: 'µs',
      timesControl: p50 / bareP50,
      ...(name === 'gateway' ? { bar: 2 * bareP50 } : {}),
    })
    rows.push({ name: `${name}: added p99`, value: added(plain, name, 0.99, 'whole'), unit: 'µs' })
  }
  for (const name of ['direct', ...SERVERS, ...others])
    rows.push({
      name: `${name}: 1 connection`,
      value: oneAtATime(plain, name),
      unit: 'req/s',
      timesControl: oneAtATime(plain, name) / oneAtATime(plain, 'bare'),
    })
  for (const name of ['direct', ...SERVERS, ...others])
    rows.push({
      name: `${name}: 32 connections`,
      value: rate(name),
      unit: 'req/s',
      timesControl: timesBare(name),
      ...(name === 'gateway' ? { bar: (0.7 * rate(name)) / timesBare(name), isAtLeast: true } : {}),
    })
  for (const name of SERVERS)
    rows.push({
      name: `${name}: processor time per request`,
      value: cpu(name),
      unit: 'µs',
      timesControl: cpu(name) / cpu('bare'),
    })
  for (const name of SERVERS)
    rows.push({
      name: `${name}: added time to first token, p50`,
      value: added(streamed, name, 0.5, 'first'),
      unit: 'µs',
      ...(name.startsWith('gateway') ? { bar: 1000 } : {}),
    })
  rows.push({
    name: 'most text held back while words stream by',
    value: mostHeldBack(),
    unit: 'chars',
    bar: 256,
  })
  for (const [name, { rss, heap }] of memory) {
    rows.push({
      name: `${name}: resident memory per open stream`,
      value: rss,
      unit: 'KB',
      ...(name === 'gateway' ? { bar: 64 } : {}),
    })
    rows.push({
      name: `${name}: heap per open stream`,
      value: heap,
      unit: 'KB',
      ...(name === 'gateway' ? { bar: 64 } : {}),
    })
  }
  return rows
}

printRows('proxy, ten operators', await proxyBench({ isQuick: process.argv.includes('--quick') }))

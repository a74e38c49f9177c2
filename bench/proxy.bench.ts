// What the gateway adds to a call, next to a bare pass-through and to no proxy at all; upstream, gateways and load run
// in processes of their own, from the compiled code. Run: npm run bench -- --only proxy [--quick]
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { compileContract, loadContract } from '../src/contract/index.ts'
import { textRules } from '../src/exchange/text-rules.ts'
import {
  concurrent,
  memoryPerStream,
  sequential,
  warmUp,
  type Burst,
  type Samples,
  type Target,
} from './proxy-load.ts'
import { startPeer } from './proxy-peer.ts'
import { printRows, type Row } from './rows.ts'

const contractText = readFileSync(join(import.meta.dirname, 'proxy-contract.yaml'), 'utf8')

/** `bare` is Node's own server and client, the control; `lean` has the gateway's client at its lowest level, which costs less. */
const SERVERS = ['bare', 'lean', 'gateway', 'gateway-store']
const CONNECTIONS = 32

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

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN

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
  if (peer !== undefined) targets.push(peer)
  try {
    // a compiler at work would count against whoever has more code, and only in the first seconds of its life
    for (const target of targets)
      await warmUp(target, target.isForeign === true ? 2000 : isQuick ? 12_000 : 25_000)
    const [rounds, each] = isQuick ? [40, 10] : [300, 10]
    const alone = await sequential(targets, rounds, each, false)
    const bursts = new Map(targets.map(({ name }) => [name, [] as Burst[]]))
    for (let round = 0; round < (isQuick ? 8 : 30); round += 1)
      for (const target of targets) bursts.get(target.name)!.push(await concurrent(target, CONNECTIONS, 300))
    // the other gateway streams in a way of its own, so it is only compared on whole replies
    const streaming = targets.filter(({ isForeign }) => isForeign !== true)
    for (const target of streaming) await warmUp(target, isQuick ? 2000 : 5000, true)
    const streamed = await sequential(streaming, Math.ceil(rounds / 2), each, true)
    const memory = new Map<string, { rss: number; heap: number }>()
    for (const target of targets.filter(({ name }) => name === 'bare' || name === 'gateway'))
      memory.set(target.name, await memoryPerStream(target, 400))
    const names = targets.map(({ name }) => name).filter((name) => name !== 'direct')
    return [
      ...latencyRows(names, '1 connection', (name) => alone.get(name)!.whole),
      ...latencyRows(names, `${CONNECTIONS} connections`, (name) =>
        bursts.get(name)!.flatMap(({ times }) => times),
      ),
      ...rateRows(names, alone, bursts),
      ...streamRows(streamed),
      ...memoryRows(memory),
    ]
  } finally {
    for (const { pool, process: child } of targets) {
      await pool.destroy()
      child.kill()
    }
  }
}

/** What a proxy adds: its time less that of a direct call, at the same place in the order of times. */
const added = (times: readonly number[], direct: readonly number[], share: number): number =>
  (quantile(times, share) - quantile(direct, share)) * 1000

function latencyRows(
  names: readonly string[],
  where: string,
  timesOf: (name: string) => readonly number[],
): readonly Row[] {
  const direct = timesOf('direct')
  const rows: Row[] = []
  for (const [label, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const bare = added(timesOf('bare'), direct, share)
    rows.push({ name: `direct, ${where}: ${label}`, value: quantile(direct, share) * 1000, unit: 'µs' })
    for (const name of names) {
      const value = added(timesOf(name), direct, share)
      const bar = name === 'gateway' && label === 'p50' ? { bar: 2 * bare } : {}
      rows.push({
        name: `${name}, ${where}: added ${label}`,
        value,
        unit: 'µs',
        timesControl: value / bare,
        ...bar,
      })
    }
  }
  return rows
}

/** What one client gets that waits for each answer before it asks again. */
function oneAtATime(samples: Samples, name: string): number {
  const { whole } = samples.get(name)!
  return (1000 * whole.length) / whole.reduce((sum, milliseconds) => sum + milliseconds, 0)
}

function rateRows(
  names: readonly string[],
  alone: Samples,
  bursts: ReadonlyMap<string, readonly Burst[]>,
): readonly Row[] {
  const median = (name: string, of: (burst: Burst, round: number) => number) =>
    quantile(bursts.get(name)!.map(of), 0.5)
  const rows: Row[] = []
  for (const name of ['direct', ...names])
    rows.push({
      name: `${name}, 1 connection`,
      value: oneAtATime(alone, name),
      unit: 'req/s',
      timesControl: oneAtATime(alone, name) / oneAtATime(alone, 'bare'),
    })
  for (const name of ['direct', ...names]) {
    const value = median(name, ({ perSecond }) => perSecond)
    // round by round against the control of the same moment, because the machine may have others to serve
    const timesControl = median(
      name,
      ({ perSecond }, round) => perSecond / bursts.get('bare')![round]!.perSecond,
    )
    const bar = name === 'gateway' ? { bar: (0.7 * value) / timesControl, isAtLeast: true } : {}
    rows.push({ name: `${name}, ${CONNECTIONS} connections`, value, unit: 'req/s', timesControl, ...bar })
  }
  for (const name of SERVERS) {
    const value = median(name, ({ cpuUs }) => cpuUs)
    const timesControl = value / median('bare', ({ cpuUs }) => cpuUs)
    rows.push({ name: `${name}: processor time per request`, value, unit: 'µs', timesControl })
  }
  return rows
}

function streamRows(streamed: Samples): readonly Row[] {
  const direct = streamed.get('direct')!.first
  return [
    ...SERVERS.map((name) => ({
      name: `${name}: added time to first token, p50`,
      value: added(streamed.get(name)!.first, direct, 0.5),
      unit: 'µs',
      ...(name.startsWith('gateway') ? { bar: 1000 } : {}),
    })),
    { name: 'most text held back while words stream by', value: mostHeldBack(), unit: 'chars', bar: 256 },
  ]
}

function memoryRows(memory: ReadonlyMap<string, { rss: number; heap: number }>): readonly Row[] {
  return [...memory].flatMap(([name, { rss, heap }]) => {
    const bar = name === 'gateway' ? { bar: 64 } : {}
    return [
      { name: `${name}: resident memory per open stream`, value: rss, unit: 'KB', ...bar },
      { name: `${name}: heap per open stream`, value: heap, unit: 'KB', ...bar },
    ]
  })
}

printRows('proxy, ten operators', await proxyBench({ isQuick: process.argv.includes('--quick') }))

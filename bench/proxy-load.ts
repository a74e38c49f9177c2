// The client's side of the gateway's benchmark: calls one after the other, and many at a time.
import type { ChildProcess } from 'node:child_process'
import type { Pool } from 'undici'

export const MODEL = 'claude-sonnet-5'

export interface Target {
  readonly name: string
  readonly pool: Pool
  readonly prefix: string
  readonly process: ChildProcess
  readonly headers?: readonly string[]
  /** Somebody else's program: it tells nothing about itself. */
  readonly isForeign?: true
}

let asked = 0

function bodyOf(text: string, stream: boolean): string {
  const message = { role: 'user', content: text }
  return JSON.stringify({ model: MODEL, max_tokens: 1024, stream, messages: [message] }, null, 1)
}

/** Milliseconds to the first byte of text and to the end. */
export function call(
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

export interface Vitals {
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

/** In milliseconds. */
export interface Times {
  readonly first: number[]
  readonly whole: number[]
}

export type Samples = ReadonlyMap<string, Times>

/** One client that waits for each answer before it asks again. */
export async function sequential(
  targets: readonly Target[],
  rounds: number,
  each: number,
  stream: boolean,
): Promise<Samples> {
  const samples = new Map<string, Times>(targets.map(({ name }) => [name, { first: [], whole: [] }]))
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

/** What came of some time with many connections. */
export interface Burst {
  readonly perSecond: number
  readonly cpuUs: number
  readonly times: readonly number[]
}

export async function concurrent(target: Target, connections: number, forMs: number): Promise<Burst> {
  const before = await vitalsOf(target, 'processor')
  const started = performance.now()
  const end = started + forMs
  const times: number[] = []
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      while (performance.now() < end) times.push((await call(target, lane, false)).ms)
    }),
  )
  const perSecond = (times.length * 1000) / (performance.now() - started)
  const cpuUs = ((await vitalsOf(target, 'processor')).cpuUs - before.cpuUs) / times.length
  return { perSecond, cpuUs, times }
}

export async function warmUp(target: Target, requests: number, stream = false): Promise<void> {
  let left = requests
  await Promise.all(
    Array.from({ length: 32 }, async (_, lane) => {
      while ((left -= 1) >= 0) await call(target, lane, stream)
    }),
  )
}

/** Streams that have said half of what they have to say and stay open. */
export async function memoryPerStream(
  target: Target,
  streams: number,
): Promise<{ rss: number; heap: number }> {
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

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { randomStream } from '../src/kit/random.ts'
import type { SessionRecord } from '../src/model/record.ts'
import { openStore } from '../src/store/index.ts'

const root = join(import.meta.dirname, '..')
const KILLS = 20
const SEED = 4117

/** The start of a child: the store at `location` and the smallest record. */
const PRELUDE = `
  import { openStore } from './src/store/index.ts'
  const [location, me] = process.argv.slice(1)
  const store = await openStore(location)
  const record = (sessionId, seq, marker) => ({
    event: { kind: 'mark', sessionId, seq, atMs: seq, marker },
    decision: { verdict: 'allow', findings: [] }, effect: { kind: 'pass' }, mode: 'enforce',
    contract: { name: 'example', version: '1', hash: 'abc' },
  })
`

/** Appends in batches for ever and prints a seq only when it has been promised to be safe. */
const ACKNOWLEDGE_FOR_EVER = `${PRELUDE}
  let seq = await store.update('s', ({ nextSeq }) => ({ records: [], result: nextSeq }))
  for (;;) {
    const size = 1 + (seq % 7)
    for (let index = 0; index < size; index += 1) store.append(record('s', seq++, 'x'.repeat(seq % 900)))
    await store.flush('s')
    process.stdout.write((seq - 1) + '\\n')
  }
`

/** Each step counts what it sees: a step that another came between would count wrongly. */
const COUNT_TOGETHER = `${PRELUDE}
  for (let round = 0; round < 25; round += 1)
    await store.update('s', ({ snapshot, records, nextSeq }) => {
      const counted = (snapshot ? Number(snapshot.state) : 0) + records.length
      const next = record('s', nextSeq, me + ' counted ' + counted)
      return {
        records: [next],
        ...(nextSeq % 10 === 9 && { snapshot: { seq: nextSeq, state: String(counted + 1) } }),
        result: undefined,
      }
    })
  await store.close()
`

function start(script: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-crash-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function readAll(location: string): Promise<SessionRecord[]> {
  const store = await openStore(location)
  const records: SessionRecord[] = []
  for await (const record of store.read('s')) records.push(record)
  await store.close()
  return records
}

/** Lets a child run into its kill and gives back the last seq it was promised. */
async function killAfter(child: ChildProcess, delayMs: number): Promise<number> {
  let acknowledged = -1
  let killing: Promise<unknown> | undefined
  for await (const line of createInterface({ input: child.stdout! })) {
    // a line may be cut by the kill; a cut number is smaller and cannot make the test stricter than it is
    acknowledged = Math.max(acknowledged, Number(line))
    killing ??= sleep(delayMs).then(() => child.kill('SIGKILL'))
  }
  await killing
  return acknowledged
}

const LOCATIONS = [
  ['SQLite', (folder: string) => join(folder, 'records.db')],
  ['plain files', (folder: string) => `jsonl:${join(folder, 'records')}`],
] as const

test.each(LOCATIONS)(
  `%s: ${KILLS} kills lose no acknowledged record`,
  async (name, locate) => {
    const location = locate(temporaryFolder())
    const random = randomStream(SEED, `kill:${name}`)
    let promised = -1
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = promised
      promised = Math.max(promised, await killAfter(start(ACKNOWLEDGE_FOR_EVER, location), random() * 120))
      expect(promised, `kill ${kill}: the child got going`).toBeGreaterThan(before)
      const seqs = (await readAll(location)).map(({ event }) => event.seq)
      expect(seqs, `kill ${kill}: in order and without a hole`).toEqual(seqs.map((_, index) => index))
      expect(seqs.length, `kill ${kill}: nothing promised is missing`).toBeGreaterThan(promised)
    }
  },
  120_000,
)

test.each(LOCATIONS)(
  '%s: eight processes that update one session at once never come between one another',
  async (_, locate) => {
    const location = locate(temporaryFolder())
    const children = Array.from({ length: 8 }, (__, index) =>
      start(COUNT_TOGETHER, location, `child ${index}`),
    )
    const exits = children.map((child) => new Promise((resolve) => child.on('exit', resolve)))
    expect(await Promise.all(exits)).toEqual(children.map(() => 0))
    const records = await readAll(location)
    const counts = records.map(({ event }) =>
      event.kind === 'mark' ? Number(event.marker.split(' ').at(-1)) : NaN,
    )
    expect(records.map(({ event }) => event.seq)).toEqual(Array.from({ length: 200 }, (__, seq) => seq))
    expect(counts).toEqual(Array.from({ length: 200 }, (__, seq) => seq))
  },
  120_000,
)

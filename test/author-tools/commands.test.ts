import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkshop, type Done, type Workshop } from '../docs/workshop.ts'
import { call, contractOf, contractText, recordInto, request, say, turnEnd, turnStart } from './recording.ts'

// the commands as people type them: real processes on real stores
const OLD = contractText(
  'old',
  'invariants:\n  process:\n    - tool_blocklist: {id: no-destruction, tools: ["rm -rf /*"]}\n',
)
const CANDIDATE = OLD.replace('"rm -rf /*"', '"rm -rf /*", refund').replace('name: old', 'name: candidate')

const session = (order: number) => [
  turnStart,
  request(800 + order),
  say(`Order ${order} is on its way.`),
  call('lookup', { order }),
  call('refund', { order }),
  turnEnd,
]

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
  await workshop.put({ 'old.yaml': OLD, 'candidate.yaml': CANDIDATE, 'empty.jsonl': '\n' })
  const scripts = [1, 2, 3].map(session)
  await recordInto(join(workshop.folder, 'sessions.db'), contractOf(OLD, 'old.yaml'), scripts)
  await recordInto(`jsonl:${join(workshop.folder, 'files')}`, contractOf(OLD, 'old.yaml'), scripts)
  await recordInto(join(workshop.folder, 'nothing.db'), contractOf(OLD), [])
}, 120_000)
afterAll(() => workshop.close())

const type = (line: string): Promise<Done> => workshop.type({ line: `holdfast contract ${line}`, exit: 0 })

describe('contract backtest', () => {
  test('lists every flip with both clauses and their lines, and exits 1', async () => {
    const { exit, output } = await type('backtest candidate.yaml --store sessions.db --session s0')
    expect(output).toMatchInlineSnapshot(`
      "agent/s0
          4  allow → deny  tool-call  refund {"order":1}
               was  no clause objects
               now  no-destruction: tool \`refund\` is blocked by \`refund\`  candidate.yaml:9

      candidate  1 session, 6 events judged
        flips        1 · to deny 1 · to allow 0 · other 0 · unchanged 5
        by clause    no-destruction decides 1  candidate.yaml:9
        compliance   hard 100.0 % → 0.0 % · soft not measured → not measured
      "
    `)
    expect(exit).toBe(1)
  })

  test('exits 0 when nothing flips, from plain files too', async () => {
    expect(await type('backtest old.yaml --store jsonl:files')).toMatchObject({ exit: 0 })
  })

  test('gives scripts one line a flip and a summary', async () => {
    const { exit, output } = await type('backtest candidate.yaml --store sessions.db --json')
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(exit).toBe(1)
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatchObject({
      sessionId: 'agent/s0',
      seq: 4,
      old: { verdict: 'allow', recorded: true },
      new: { verdict: 'deny', findings: [{ clause: 'no-destruction', file: 'candidate.yaml', line: 9 }] },
      certain: true,
    })
    expect(lines[3]).toMatchObject({ summary: { sessions: 3, judged: 18, flips: { total: 3 } } })
  })

  test('reads exported records and events', async () => {
    await workshop.type({
      line: 'holdfast sessions export s1 --store sessions.db --records > records.jsonl; holdfast sessions export s1 --store sessions.db > events.jsonl',
      exit: 0,
    })
    expect(await type('backtest old.yaml --events records.jsonl')).toMatchObject({ exit: 0 })
    const { exit, output } = await type('backtest candidate.yaml --events events.jsonl')
    expect(exit).toBe(1)
    expect(output).toContain('6 events came without a decision and counted as allowed')
    expect(
      await type('backtest candidate.yaml --old candidate.yaml --events - < events.jsonl'),
    ).toMatchObject({
      exit: 0,
    })
  })

  test.each([
    ['backtest candidate.yaml', 2, 'no recorded sessions are named'],
    ['backtest candidate.yaml --store a.db --events b.jsonl', 2, 'only one of --store and --events'],
    ['backtest candidate.yaml --store missing.db', 2, 'there is no store at `missing.db`'],
    ['backtest candidate.yaml --store files', 2, 'write jsonl:files'],
    ['backtest candidate.yaml --store sessions.db --session s9', 2, 'there is no session `s9`'],
    ['backtest missing.yaml --store sessions.db', 2, 'cannot read `missing.yaml`'],
    ['backtest candidate.yaml --store nothing.db', 3, 'no session is recorded in `nothing.db`'],
    ['backtest candidate.yaml --events empty.jsonl', 3, 'no session is recorded in `empty.jsonl`'],
    ['infer --store nothing.db', 3, 'no session is recorded'],
    ['mutate old.yaml --store nothing.db', 3, 'no session is recorded'],
    ['mutate old.yaml', 2, 'is a contract alone'],
    ['mutate old.yaml --store sessions.db --mutants kill', 2, 'there are no mutants called `kill`'],
    ['mutate old.yaml --store sessions.db --clause no-destructoin', 2, 'did you mean `no-destruction`'],
  ])('%s exits %i and says: %s', async (line, exit, words) => {
    const done = await type(line)
    expect(done.output).toContain(words)
    expect(done.exit).toBe(exit)
  })
})

describe('contract infer', () => {
  test('writes the same valid contract each time, and nothing in its own sessions flips', async () => {
    expect(await type('infer --store sessions.db --name mine -o one.yaml')).toMatchObject({ exit: 0 })
    expect(await type('infer --store jsonl:files --name mine --output two.yaml')).toMatchObject({ exit: 0 })
    const [one, two] = ['one.yaml', 'two.yaml'].map((name) =>
      readFileSync(join(workshop.folder, name), 'utf8'),
    )
    expect(one).toBe(two)
    expect(await type('validate one.yaml')).toMatchObject({ exit: 0, output: 'valid  one.yaml\n' })
    expect(await type('backtest one.yaml --store sessions.db')).toMatchObject({ exit: 0 })
  })

  test('does not write over a contract that is there', async () => {
    const { exit, output } = await type('infer --store sessions.db -o old.yaml')
    expect(output).toContain('`old.yaml` is there already')
    expect(exit).toBe(2)
    expect(readFileSync(join(workshop.folder, 'old.yaml'), 'utf8')).toBe(OLD)
  })
})

describe('contract mutate', () => {
  test('names the clauses that do nothing in the recorded sessions', async () => {
    const { exit, output } = await type('mutate candidate.yaml --store sessions.db')
    expect(output).toMatchInlineSnapshot(`
      "clause          delete        loosen        negate
      no-destruction  killed        1/2 killed    killed        candidate.yaml:9

      survivors
        no-destruction: whatever the clause objects to here, it still does
          without \`rm -rf /*\`

      candidate  4 mutants of 1 clause tried on 18 events of 3 sessions: 3 killed, 1 survived
      "
    `)
    expect(exit).toBe(1)
  })

  test('exits 0 when every mutant was noticed', async () => {
    expect(await type('mutate candidate.yaml --store sessions.db --mutants delete,negate')).toMatchObject({
      exit: 0,
    })
  })
})

import fc from 'fast-check'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  backtestSession,
  BacktestFold,
  sessionsInLines,
  type BacktestOptions,
  type RecordedSession,
} from '../../src/backtest/index.ts'
import { TEMPLATES } from '../../src/contract/index.ts'
import {
  anySessions,
  call,
  contractOf,
  contractText,
  recorded,
  recordedIn,
  recordInto,
  request,
  say,
  temporaryFolder,
  TOUCHY,
  turnEnd,
  turnStart,
} from './recording.ts'

const LOOSE = contractOf(
  contractText('loose', 'invariants: {process: [{tool_blocklist: {id: none, tools: [nothing]}}]}\n'),
)
const NO_REFUNDS = contractOf(
  contractText(
    'no-refunds',
    'invariants:\n  process:\n    - tool_blocklist: {id: no-refunds, tools: [refund]}\n',
  ),
  'no-refunds.yaml',
)

function totalsOf(options: BacktestOptions, sessions: readonly RecordedSession[]) {
  const fold = new BacktestFold()
  for (const session of sessions) fold.add(backtestSession(options, session))
  return fold.totals()
}

test.each([
  ['every operator', contractOf(TOUCHY)],
  ['every operator, soft breaches raised', contractOf(TOUCHY.replace('log_and_continue', 'raise'))],
  ['full governance', contractOf(TEMPLATES['full-governance']!)],
])('the contract that recorded flips nothing: %s', async (_name, contract) => {
  let denied = 0
  await fc.assert(
    fc.asyncProperty(anySessions, fc.constantFrom('enforce', 'shadow'), async (scripts, mode) => {
      const sessions = await recorded(contract, scripts, mode)
      const totals = totalsOf({ candidate: contract }, sessions)
      denied += sessions
        .flatMap(({ steps }) => steps)
        .filter(({ decision }) => decision?.verdict === 'deny').length
      expect(totals.flips.total).toBe(0)
      expect(totals.unchanged).toBe(totals.judged)
      expect(totals.compliance.after).toEqual(totals.compliance.before)
    }),
    { numRuns: 25 },
  )
  expect(denied).toBeGreaterThan(0)
})

test('plain files tell the same as a database', async () => {
  const folder = temporaryFolder()
  const scripts = [[turnStart, call('refund'), turnEnd]]
  const [one, two] = await Promise.all(
    [`jsonl:${join(folder, 'files')}`, join(folder, 'one.db')].map(async (location) =>
      totalsOf({ candidate: NO_REFUNDS }, await recordedIn(await recordInto(location, LOOSE, scripts))),
    ),
  )
  expect(one).toEqual(two)
  expect(one!.flips).toEqual({ total: 1, certain: 1, toDeny: 1, toAllow: 0, other: 0 })
})

test('the first decision that changes what happens is certain, and those behind it are counterfactual', async () => {
  const [session] = await recorded(LOOSE, [
    [call('refund', { id: 1 }), call('lookup'), call('refund', { id: 2 })],
  ])
  const { flips } = backtestSession({ candidate: NO_REFUNDS }, session!)
  expect(flips.map(({ event, after, doubt }) => [event.seq, after.verdict, doubt])).toEqual([
    [0, 'deny', undefined],
    [2, 'deny', 'counterfactual'],
  ])
  expect(flips[0]!.after.findings[0]).toMatchObject({
    clauseId: 'no-refunds',
    location: { file: 'no-refunds.yaml', line: 9 },
  })
})

test('a warning changes nothing that happens, so what follows stays certain', async () => {
  const warns = contractOf(
    contractText(
      'warns',
      'invariants:\n  process:\n    - must_precede: {id: first, before: lookup, after: refund}\n    - tool_blocklist: {id: no-mail, tools: [mail]}\n',
    ),
  )
  const [session] = await recorded(LOOSE, [[call('refund'), call('mail')]])
  const { flips } = backtestSession({ candidate: warns }, session!)
  expect(flips.map(({ after, doubt }) => [after.verdict, doubt])).toEqual([
    ['warn', undefined],
    ['deny', undefined],
  ])
})

test('what a contract no longer denies flips to allow, and names the clause that spoke then', async () => {
  const sessions = await recorded(NO_REFUNDS, [[call('refund')]])
  const totals = totalsOf({ candidate: LOOSE }, sessions)
  expect(totals.flips).toMatchObject({ total: 1, toAllow: 1 })
  expect(totals.clauses).toMatchObject([{ clauseId: 'no-refunds', contract: 'old', flips: 1 }])
})

test('history that was told again is folded and never flips', async () => {
  const [session] = await recorded(LOOSE, [[{ ...call('refund'), told: true }, call('lookup')]])
  expect(backtestSession({ candidate: NO_REFUNDS }, session!)).toMatchObject({
    judged: 1,
    folded: 1,
    flips: [],
  })
})

const REDACTS = contractOf(
  contractText(
    'redacts',
    'invariants:\n  process:\n    - pii_filter: {id: no-leaks, patterns: [email], action: redact}\n',
  ),
)
const LEAK = [turnStart, say('write to anna@example.com'), call('refund'), turnEnd]

test('a redaction of the same contract stands, although what it hid is gone from the record', async () => {
  const sessions = await recorded(REDACTS, [LEAK])
  expect(JSON.stringify(sessions)).not.toContain('anna@')
  const totals = totalsOf({ candidate: REDACTS }, sessions)
  expect(totals).toMatchObject({ flips: { total: 0 }, hidden: 0 })
  expect(totals.compliance.after).toEqual(totals.compliance.before)
})

test('another contract cannot be shown to let through what was redacted, and what follows is in doubt', async () => {
  const sessions = await recorded(REDACTS, [LEAK])
  expect(totalsOf({ candidate: NO_REFUNDS }, sessions)).toMatchObject({
    hidden: 1,
    unchanged: 2,
    flips: { total: 1, certain: 0, toDeny: 1 },
  })
})

test('a judge nobody asked is told, not guessed', async () => {
  const judged = contractOf(
    contractText(
      'judged',
      'invariants:\n  process:\n    - judge_predicate: {id: brave, rubric: "Takes a position.", sample_rate: 1}\n',
    ),
  )
  const scripts = [[turnStart, say('Maybe.'), turnEnd]]
  expect(totalsOf({ candidate: judged }, await recorded(LOOSE, scripts)).unasked).toBe(1)
  expect(totalsOf({ candidate: judged }, await recorded(judged, scripts)).unasked).toBe(0)
})

test('two contracts can be compared on events that carry no decisions', async () => {
  const lines = async function* () {
    yield '{"format":"holdfast.event/1"}'
    yield '{"kind":"tool-call","tool":"refund","args":{}}'
    yield '{"kind":"tool-call","sessionId":"other","tool":"lookup","args":{}}'
    yield '{"kind":"tool-call","tool":"lookup","args":{}}'
  }
  const sessions = await sessionsInLines(lines(), 'events.jsonl')
  expect(sessions.map(({ sessionId, steps }) => [sessionId, steps.map(({ event }) => event.seq)])).toEqual([
    ['session', [0, 1]],
    ['other', [0]],
  ])
  expect(totalsOf({ candidate: NO_REFUNDS }, sessions)).toMatchObject({ compared: 0, flips: { toDeny: 1 } })
  expect(totalsOf({ candidate: LOOSE, old: NO_REFUNDS }, sessions)).toMatchObject({
    compared: 3,
    flips: { toAllow: 1 },
  })
  expect(totalsOf({ candidate: NO_REFUNDS, old: NO_REFUNDS }, sessions).flips.total).toBe(0)
})

test('records in a file keep their decisions and their numbers', async () => {
  const [session] = await recorded(NO_REFUNDS, [[request(10), call('refund')]])
  const lines = async function* () {
    for (const { event, decision, mode } of session!.steps) yield JSON.stringify({ event, decision, mode })
  }
  const [read] = await sessionsInLines(lines(), 'records.jsonl')
  expect(read!.steps.map(({ decision }) => decision?.verdict)).toEqual(['allow', 'deny'])
  await expect(
    sessionsInLines(
      (async function* () {
        yield '{"event":{"kind":"mark","marker":"m"},"decision":{"verdict":"maybe"}}'
      })(),
      'bad.jsonl',
    ),
  ).rejects.toThrow('bad.jsonl:1:1  a record must have a `decision`')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backtestSession, type RecordedSession } from '../../src/backtest/index.ts'
import { loadContract } from '../../src/contract/index.ts'
import { inferContract, ruleOfThree, type Inferred } from '../../src/infer/index.ts'
import { isStricter } from '../../src/model/index.ts'
import {
  anySessions,
  call,
  contractOf,
  contractText,
  recorded,
  request,
  say,
  TOUCHY,
  turnEnd,
  turnStart,
  type Scripted,
} from './recording.ts'

const LOOSE = contractOf(
  contractText('loose', 'invariants: {process: [{tool_blocklist: {id: none, tools: [nothing]}}]}\n'),
)

function inferFrom(sessions: readonly RecordedSession[]): Promise<Inferred> {
  return inferContract(async function* () {
    yield* sessions
  }, 'mined')
}

/** Nothing to mine is a refusal of its own. */
async function inferOrNothing(sessions: readonly RecordedSession[]): Promise<Inferred | undefined> {
  try {
    return await inferFrom(sessions)
  } catch (error) {
    expect(String(error)).toContain('nothing in the recorded sessions suggests a promise')
    return undefined
  }
}

test('an inferred contract is valid and flips nothing in the sessions it was mined from', async () => {
  const operators = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anySessions, async (scripts) => {
      const sessions = await recorded(LOOSE, scripts)
      const inferred = await inferOrNothing(sessions)
      if (inferred === undefined) return
      for (const clause of inferred.clauses)
        operators.add('operator' in clause ? clause.operator : clause.field)
      expect(loadContract('mined.yaml', inferred.text).problems).toEqual([])
      const candidate = contractOf(inferred.text)
      for (const session of sessions) expect(backtestSession({ candidate }, session).flips).toEqual([])
    }),
    { numRuns: 40 },
  )
  expect([...operators].toSorted()).toEqual([
    'context_budget',
    'cost_ceiling',
    'pii_filter',
    'repetition_guard',
    'session.tool_calls',
    'session.total_tokens',
    'session.turns',
    'tool_allowlist',
  ])
})

test('where a contract objected then, the inferred one is at least never stricter', async () => {
  await fc.assert(
    fc.asyncProperty(anySessions, async (scripts) => {
      const sessions = await recorded(contractOf(TOUCHY), scripts)
      const inferred = await inferOrNothing(sessions)
      if (inferred === undefined) return
      const candidate = contractOf(inferred.text)
      for (const session of sessions)
        for (const { before, after } of backtestSession({ candidate }, session).flips)
          expect(isStricter(after.verdict, before!.verdict)).toBe(false)
    }),
    { numRuns: 40 },
  )
})

const ordinary = (turns: number): readonly Scripted[] =>
  Array.from({ length: turns }, (_, turn) => [
    turnStart,
    request(1_000 + turn),
    say(`Order ${turn} is on its way.`),
    call('lookup', { id: turn }),
    ...(turn === 1 ? [call('refund', { id: turn })] : []),
    call('note', { id: turn }),
    turnEnd,
  ]).flat()

test('every clause cites its sessions, its counts and the extreme, and says how weak that is', async () => {
  const { text } = await inferFrom(await recorded(LOOSE, [2, 3, 2, 4, 2].map(ordinary)))
  expect(text).toMatchInlineSnapshot(`
    "# Mined by \`holdfast contract infer\` from 5 recorded sessions with 83 events: what the agent did, not what it should do.
    # What never happened in 5 sessions may still happen in up to 60 % of them (rule of three: 3/5, 95 % confidence).
    # That is weak evidence: 60 sessions bring it down to 5 %.
    # Limits have head room: 1.5 times the largest value seen, rounded up to two digits.
    # Judged again by this contract, nothing in these sessions that passed is decided more strictly than it was.
    dsl_version: "0.4"
    contractspec: "1.0"
    kind: agent
    name: "mined"
    description: "Mined from 5 recorded sessions; each clause says from what."
    version: "0.1"

    invariants:
      soft:
        - name: turns-per-session
          description: "At most 4 turns in a session, read at the end of 13 turns; the most in agent/s3."
          check: {field: session.turns, lte: 6}
        - name: tool-calls-per-session
          description: "At most 9 tool calls in a session, read at the end of 13 turns; the most in agent/s3."
          check: {field: session.tool_calls, lte: 14}
        - name: tokens-per-session
          description: "At most 440 tokens of all replies in a session, read at the end of 13 turns; the most in agent/s3."
          check: {field: session.total_tokens, lte: 660}
      process:
        - tool_allowlist:
            id: only-known-tools
            description: "31 calls of 3 tools in 5 sessions, most of them lookup (13); no other tool was called, but up to 60 % of sessions may call one."
            tools: ["lookup", "note", "refund"]
        - must_precede:
            id: lookup-before-note
            description: "note was called in 5 sessions and never before lookup in the same turn, but up to 60 % of sessions may do so."
            before: "lookup"
            after: "note"
            scope: "turn"
        - must_precede:
            id: lookup-before-refund
            description: "refund was called in 5 sessions and never before lookup in the same turn, but up to 60 % of sessions may do so."
            before: "lookup"
            after: "refund"
            scope: "turn"
        - must_precede:
            id: note-before-refund
            description: "refund was called in 5 sessions and never before note in the same session, but up to 60 % of sessions may do so."
            before: "note"
            after: "refund"
            scope: "session"
        - context_budget:
            id: tokens-per-request
            description: "13 requests of at most 1003 tokens; the largest in agent/s3."
            max_tokens_per_turn: 1600
            action_on_breach: "warn"
        - cost_ceiling:
            id: cost-per-session
            description: "13 replies; the dearest session cost $0.000084 with what was on its way: agent/s3."
            max_usd_per_session: 0.00013
            action_on_breach: "deny"
        - repetition_guard:
            id: no-loops
            description: "44 actions and statements, the same one at most 1 time among 10; the most in agent/s0."
            window_size: 10
            max_repeats: 2
            action: "deny"
        - pii_filter:
            id: no-personal-data-in-output
            description: "None of these in 13 replies of 5 sessions, but up to 60 % of sessions may hold one."
            patterns: ["email", "phone", "ssn", "credit_card", "api_key", "ip_address"]
            scan: ["output"]
            action: "redact"
        - pii_filter:
            id: no-personal-data-in-arguments
            description: "None of these in 31 tool calls of 5 sessions, but up to 60 % of sessions may hold one."
            patterns: ["email", "phone", "ssn", "credit_card", "api_key", "ip_address"]
            scan: ["tool_args"]
            action: "redact"

    recovery:
      on_hard_violation: raise
      on_soft_violation: log_and_continue
    "
  `)
})

test('the same store gives the same bytes, in whatever order it is read', async () => {
  const sessions = await recorded(LOOSE, [3, 2, 3, 2, 3, 2].map(ordinary))
  const [one, two] = await Promise.all([inferFrom(sessions), inferFrom(sessions.toReversed())])
  expect(one.text).toBe(two.text)
})

test('an order within the turn is promised only where another turn could have broken it', async () => {
  const scopes = async (scripts: readonly (readonly Scripted[])[]) =>
    (await inferFrom(await recorded(LOOSE, scripts))).clauses.flatMap((clause) =>
      'operator' in clause && clause.operator === 'must_precede'
        ? [[clause.id, clause.options['scope']]]
        : [],
    )
  const turn = [turnStart, call('lookup'), call('refund'), turnEnd]
  const later = [turnStart, call('refund', { id: 2 }), turnEnd]
  expect(await scopes(Array.from({ length: 5 }, () => turn))).toEqual([['lookup-before-refund', 'session']])
  expect(await scopes(Array.from({ length: 5 }, () => [...turn, ...turn]))).toEqual([
    ['lookup-before-refund', 'turn'],
  ])
  expect(await scopes(Array.from({ length: 5 }, () => [...turn, ...later]))).toEqual([
    ['lookup-before-refund', 'session'],
  ])
  expect(await scopes(Array.from({ length: 4 }, () => turn))).toEqual([])
})

test('what was refused is no evidence', async () => {
  const strict = contractOf(
    contractText(
      'strict',
      'invariants:\n  process:\n    - tool_blocklist: {id: no-refunds, tools: [refund]}\n',
    ),
  )
  const { clauses, text } = await inferFrom(await recorded(strict, [[call('lookup'), call('refund')]]))
  expect(clauses).toMatchObject([{ options: { tools: ['lookup'] } }, {}, {}])
  expect(text).toContain('The contract in force then objected 1 time')
})

test('personal data that did occur is not promised away', async () => {
  const { clauses, text } = await inferFrom(await recorded(LOOSE, [[say('Write to anna@example.com.')]]))
  const filter = clauses.find(({ id }) => id === 'no-personal-data-in-output')
  expect(filter).toMatchObject({ options: { patterns: expect.not.arrayContaining(['email']) as unknown } })
  expect(text).toContain('#   pii_filter: email did occur in replies')
})

test('a reply without a price leaves the ceiling out, because it would close at once', async () => {
  const reply: Scripted = {
    event: { kind: 'model-response', text: 'Hi.', model: 'home-made', usage: { input: 1, output: 1 } },
  }
  const { text } = await inferFrom(await recorded(LOOSE, [[turnStart, reply, turnEnd]]))
  expect(text).not.toContain('max_usd_per_session')
  expect(text).toContain('#   cost_ceiling: nobody knows what a reply of home-made costs')
})

test('a marker in the text that breaks an order of tools takes that order out again', async () => {
  const script = [say('refund: first I look it up'), call('lookup'), call('refund')]
  const { clauses, text } = await inferFrom(
    await recorded(
      LOOSE,
      Array.from({ length: 5 }, () => script),
    ),
  )
  expect(clauses.map(({ id }) => id)).not.toContain('lookup-before-refund')
  expect(text).toContain('#   lookup-before-refund: it would have objected to the sessions it was mined from')
})

test.each([
  '"quoted"',
  'a\nb: c',
  '# not a comment',
  "it's",
  '- x',
  '\u2028',
  '\u0085',
  'ünï 漢字 😀',
  '\ufeff',
  '{{}}',
  '\\',
])('a tool called %j cannot break the file', async (tool) => {
  const scripts = Array.from({ length: 5 }, () => [call('first'), call(tool), call('last')])
  const sessions = await recorded(LOOSE, scripts)
  const { text } = await inferFrom(sessions)
  expect(loadContract('mined.yaml', text).problems).toEqual([])
  for (const session of sessions)
    expect(backtestSession({ candidate: contractOf(text) }, session).flips).toEqual([])
})

test('the rule of three says nothing below three sessions', () => {
  expect([1, 2, 3, 6, 60].map(ruleOfThree)).toEqual([1, 1, 1, 0.5, 0.05])
})

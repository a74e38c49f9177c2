import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineOperator, vocabulary } from '../../src/contract/index.ts'
import {
  evaluate,
  openSession,
  readEvent,
  restoreSession,
  snapshotOf,
  type Session,
  type Snapshot,
} from '../../src/engine/index.ts'
import { createGuard, type EventInput } from '../../src/guard/index.ts'
import {
  VERDICTS,
  type AgentEvent,
  type Decision,
  type JsonObject,
  type JsonValue,
  type Mode,
} from '../../src/model/index.ts'
import { drawnContract, drawnEvent, drawnSession, placed } from './drawn/index.ts'
import { hostileEvent } from './drawn/hostile.ts'
import { compiledOf, told } from './engine-side.ts'
import type { ContractDraft } from './reference/draft.ts'

const SEED = Number(process.env['HOLDFAST_SEED'] ?? 20_261)
const modes = fc.constantFrom<Mode>('enforce', 'shadow')
const session = drawnSession(30)
const runs = (numRuns: number) => ({ seed: SEED, numRuns })

const EMPTY: ContractDraft = {
  preconditions: [],
  hard: [],
  soft: [],
  governanceHard: [],
  governanceSoft: [],
  process: [],
  output: [],
  recovery: { strategies: [] },
}

/** Decides about every event, and lets `between` do something to the session after each of them. */
function decideAll(
  draft: ContractDraft,
  events: readonly AgentEvent[],
  mode: Mode,
  between: (session: Session, index: number) => Session = (each) => each,
): readonly Decision[] {
  const compiled = compiledOf(draft)
  let current = openSession(compiled, 'session', mode)
  return events.map((event, index) => {
    const { decision, session: next } = evaluate(compiled, current, event)
    current = between(next, index)
    return decision
  })
}

test('nothing an agent can send makes evaluation throw', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(drawnContract, fc.array(hostileEvent, { maxLength: 12 }), modes, (draft, events, mode) => {
      for (const { verdict, findings } of decideAll(draft, placed(events, draft), mode)) {
        expect(VERDICTS).toContain(verdict)
        for (const finding of findings) expect(VERDICTS).toContain(finding.verdict)
      }
    }),
    runs(300),
  )
})

test('a session cut anywhere, written down as JSON and restored goes on as if nothing had happened', () => {
  fc.assert(
    fc.property(drawnContract, session, modes, fc.nat(), (draft, drawn, mode, at) => {
      const events = placed(drawn, draft)
      const compiled = compiledOf(draft)
      const throughJson = (live: Session): Session =>
        restoreSession(compiledOf(draft), JSON.parse(JSON.stringify(snapshotOf(compiled, live))) as Snapshot)
      const whole = decideAll(draft, events, mode)
      const cut = decideAll(draft, events, mode, (live, index) =>
        index === at % events.length ? throughJson(live) : live,
      )
      expect(cut).toEqual(whole)
    }),
    runs(200),
  )
})

test('a session restored after every single event decides the same', () => {
  fc.assert(
    fc.property(drawnContract, session, modes, (draft, drawn, mode) => {
      const events = placed(drawn, draft)
      const compiled = compiledOf(draft)
      const always = decideAll(draft, events, mode, (live) =>
        restoreSession(compiled, JSON.parse(JSON.stringify(snapshotOf(compiled, live))) as Snapshot),
      )
      expect(always).toEqual(decideAll(draft, events, mode))
    }),
    runs(100),
  )
})

/** Deep enough for every rule and shallow enough for the test's own recursion. */
function isShallow(value: unknown, depth = 0): boolean {
  if (depth > 600) return false
  return (
    typeof value !== 'object' ||
    value === null ||
    Object.values(value).every((each) => isShallow(each, depth + 1))
  )
}

function reversed<T extends JsonValue>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => reversed(each as JsonValue)) as unknown as T
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, reversed(each)]),
  ) as T
}

test('the order of keys changes no decision', () => {
  fc.assert(
    fc.property(
      drawnContract,
      fc.array(hostileEvent, { maxLength: 10 }),
      session,
      modes,
      (draft, hostile, drawn, mode) => {
        const events = placed([...drawn, ...hostile.filter((event) => isShallow(event))], draft)
        const turned = events.map((event) => reversed(event as unknown as JsonValue) as unknown as AgentEvent)
        expect(decideAll(draft, turned, mode).map(told)).toEqual(decideAll(draft, events, mode).map(told))
      },
    ),
    runs(150),
  )
})

test('an expression reads the same state in any order of its keys', () => {
  const draft: ContractDraft = {
    ...EMPTY,
    hard: ['a == 1.0', 'a.b == 2.0', 'state["a"] == 1.0', 'state["a.b"] == 2.0'].map((value, index) => ({
      name: `c${index}`,
      predicate: 'expr',
      value,
    })),
  }
  const decide = (fields: Record<string, JsonValue>) =>
    decideAll(draft, placed([{ kind: 'state', fields }, { kind: 'turn-end' }], draft), 'enforce').map(told)
  expect(decide({ a: 1, 'a.b': 2 })).toEqual(decide({ 'a.b': 2, a: 1 }))
})

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const each of Object.values(value)) frozen(each as unknown)
  return value
}

test('evaluation changes nothing it was given', () => {
  fc.assert(
    fc.property(drawnContract, session, modes, (draft, drawn, mode) => {
      const events = placed(drawn, draft)
      const copies = structuredClone<readonly AgentEvent[]>(events)
      expect(decideAll(draft, frozen(copies), mode, frozen)).toEqual(decideAll(draft, events, mode))
    }),
    runs(100),
  )
})

test('an expression does not write into the state it reads', () => {
  const draft: ContractDraft = {
    ...EMPTY,
    hard: [
      { name: 'nested', predicate: 'expr', value: 'a.b == 2.0' },
      { name: 'whole', field: 'a', predicate: 'equals', value: { c: 1 } },
    ],
  }
  const fields = { a: { c: 1 }, 'a.b': 2 }
  const decisions = decideAll(
    draft,
    placed([{ kind: 'state', fields }, { kind: 'turn-end' }, { kind: 'turn-end' }], draft),
    'enforce',
  )
  expect(decisions.flatMap(({ findings }) => findings)).toEqual([])
  expect(fields).toEqual({ a: { c: 1 }, 'a.b': 2 })
})

const breaking = (level: 'hard' | 'soft') =>
  defineOperator({
    name: `breaks_${level}`,
    summary: 'Fails whenever a tool is called.',
    fields: {},
    listensTo: ['tool-call'],
    level,
    wording: {},
    compile: () => ({
      initial: { steps: 0 },
      step(): never {
        throw new TypeError('out of order')
      },
    }),
  })

test('a clause that throws is a breach of itself, and the others still speak', () => {
  const words = vocabulary({ operators: [breaking('hard'), breaking('soft')] })
  const draft: ContractDraft = {
    ...EMPTY,
    process: [
      { id: 'soft', operator: 'breaks_soft', options: {} },
      { id: 'hard', operator: 'breaks_hard', options: {} },
      { id: 'list', operator: 'tool_allowlist', options: { tools: ['Read'] } },
    ],
  }
  const compiled = compiledOf(draft, words)
  const [call] = placed([{ kind: 'tool-call', callId: 'x', tool: 'Bash', args: {} }], draft)
  const { decision, session: next } = evaluate(compiled, openSession(compiled, 'session'), call!)
  expect(told(decision)).toMatchObject({
    verdict: 'deny',
    findings: [
      'hard clause-failed deny true',
      'list tool-not-allowed deny true',
      'soft clause-failed warn true',
    ],
  })
  expect(decision.findings[0]!.params).toEqual({ reason: 'out of order' })
  expect(next.states.slice(0, 2)).toEqual([{ steps: 0 }, { steps: 0 }])
})

const nested = (depth: number): JsonObject => {
  let value: JsonObject = { mail: 'bob@example.com' }
  for (let level = 0; level < depth; level += 1) value = { inner: value }
  return value
}

test.each([
  [{ action: 'log' }, 'warn'],
  [{ action: 'warn' }, 'warn'],
  [{ action: 'redact' }, 'deny'],
  [{ action: 'block' }, 'deny'],
  [{ action: 'log', streaming_action: 'redact' }, 'deny'],
] as const)('a pii_filter with %j gives %s for a value too deep to be read', (options, verdict) => {
  const draft: ContractDraft = {
    ...EMPTY,
    process: [{ id: 'pii', operator: 'pii_filter', options: { patterns: ['email'], ...options } }],
  }
  const compiled = compiledOf(draft)
  const [call] = placed([{ kind: 'tool-call', callId: 'x', tool: 'send', args: nested(600) }], draft)
  const { decision } = evaluate(compiled, openSession(compiled, 'session'), call!)
  expect(told(decision)).toMatchObject({ verdict, findings: [`pii clause-failed ${verdict} true`] })
})

const inputs = (events: readonly AgentEvent[]): readonly EventInput[] =>
  events.map(({ seq: _seq, ...event }) => event as EventInput)

test('two sessions of one guard never share memory', () => {
  fc.assert(
    fc.property(
      drawnContract,
      session,
      session,
      fc.array(fc.boolean(), { minLength: 20, maxLength: 80 }),
      modes,
      (draft, left, right, turns, mode) => {
        const compiled = compiledOf(draft)
        const never = { ask: () => new Promise<never>(() => undefined) }
        const fresh = () => createGuard({ contract: compiled, mode, nowMs: () => 0, judge: never })
        const queues = [inputs(placed(left, draft, 'left')), inputs(placed(right, draft, 'right'))] as const
        const alone = queues.map((queue) => {
          const guard = fresh()
          return queue.map((input) => guard.judge(input).decision)
        })
        const shared = fresh()
        const together: [Decision[], Decision[]] = [[], []]
        const rest = queues.map((queue) => [...queue])
        for (let step = 0; rest[0]!.length + rest[1]!.length > 0; step += 1) {
          const wanted = turns[step % turns.length] === true ? 0 : 1
          const which = rest[wanted]!.length > 0 ? wanted : 1 - wanted
          together[which]!.push(shared.judge(rest[which]!.shift()!).decision)
        }
        expect(together).toEqual(alone)
      },
    ),
    runs(60),
  )
})

test('adopting a contract with further clauses keeps the memory of those it had', () => {
  fc.assert(
    fc.property(drawnContract, drawnContract, session, fc.nat(), (draft, other, drawn, at) => {
      const events = placed(drawn, draft)
      const further = other.process.map((clause) => ({ ...clause, id: `further-${clause.id}` }))
      const longer: ContractDraft = { ...draft, process: [...further, ...draft.process] }
      const [before, after] = [compiledOf(draft), compiledOf(longer)]
      // in shadow the further clauses refuse nothing, so they cannot change what the others see
      let current = openSession(before, 'session', 'shadow')
      let compiled = before
      const findings = events.map((event, index) => {
        if (index === at % events.length) {
          current = restoreSession(after, snapshotOf(before, current))
          compiled = after
        }
        const { decision, session: next } = evaluate(compiled, current, event)
        current = next
        return told(decision).findings.filter((finding) => !finding.startsWith('further-'))
      })
      expect(findings).toEqual(decideAll(draft, events, 'shadow').map((decision) => told(decision).findings))
    }),
    runs(100),
  )
})

test('a clause whose meaning changed starts afresh, one that only moved or became milder remembers', () => {
  const list = (id: string, tools: readonly string[]) => ({
    id,
    operator: 'tool_blocklist',
    options: { tools: [...tools] },
  })
  const draft: ContractDraft = { ...EMPTY, process: [list('first', ['rm']), list('second', ['dd'])] }
  const changed: ContractDraft = {
    ...EMPTY,
    process: [list('second', ['dd']), list('first', ['rm', 'mv'])],
    recovery: { on_hard_violation: 'log_and_continue', strategies: [] },
  }
  const guard = createGuard({ contract: compiledOf(draft), nowMs: () => 0 })
  const call = (tool: string) =>
    guard.judge({ kind: 'tool-call', sessionId: 'session', callId: 'x', tool, args: {} }).decision
  expect(told(call('rm')).findings).toEqual(['first tool-blocked deny true'])
  expect(told(call('dd')).findings).toEqual(['second tool-blocked deny true'])
  guard.adopt(compiledOf(changed))
  expect(told(call('rm')).findings).toEqual(['first tool-blocked warn true'])
  expect(told(call('dd')).findings).toEqual(['second tool-blocked warn false'])
})

test('a restored session takes the mode of the guard that restores it', () => {
  const draft: ContractDraft = {
    ...EMPTY,
    process: [{ id: 'pii', operator: 'pii_filter', options: { patterns: ['email'], action: 'redact' } }],
  }
  const watching = createGuard({ contract: compiledOf(draft), mode: 'shadow', nowMs: () => 0 })
  const reply = { kind: 'model-response', sessionId: 'session', text: 'bob@example.com' } as const
  watching.judge(reply)
  const { snapshot, nextSeq } = watching.snapshot('session')!
  const acting = createGuard({ contract: compiledOf(draft), mode: 'enforce', nowMs: () => 0 })
  acting.restore('session', snapshot, nextSeq)
  expect(acting.judge(reply)).toMatchObject({
    event: { text: '[REDACTED_EMAIL]', seq: 1 },
    effect: { kind: 'rewrite' },
  })
})

test('a judge that throws at once is a skip', async () => {
  const draft: ContractDraft = {
    ...EMPTY,
    process: [
      {
        id: 'judge',
        operator: 'judge_predicate',
        options: { rubric: 'polite', sample_rate: 1, action_on_fail: 'deny' },
      },
    ],
  }
  const records: AgentEvent[] = []
  const guard = createGuard({
    contract: compiledOf(draft),
    nowMs: () => 0,
    sink: { append: ({ event }) => records.push(event) },
    judge: {
      ask() {
        throw new Error('no such judge')
      },
    },
  })
  guard.judge({ kind: 'turn-end', sessionId: 'session', output: 'hello' })
  await guard.settled()
  expect(records.at(-1)).toMatchObject({ kind: 'judge-verdict', verdict: 'skip', clauseId: 'judge' })
})

test('a verdict that is neither pass, fail nor skip is not read as one', () => {
  const line = (verdict: string) => JSON.stringify({ kind: 'judge-verdict', clauseId: 'judge', verdict })
  expect(readEvent(line('pass'), 0).ok).toBe(true)
  expect(readEvent(line('maybe'), 0)).toMatchObject({ ok: false })
})

test('counts and costs below nothing are not read', () => {
  const reply = (more: object) => JSON.stringify({ kind: 'model-response', text: 'ok', ...more })
  const reason = 'must be'
  expect(readEvent(reply({ usage: { input: 1, output: 0 }, costUsd: 0 }), 0).ok).toBe(true)
  for (const wrong of [{ usage: { input: -1, output: 0 } }, { costUsd: -0.1 }, { latencyMs: -5 }])
    expect(readEvent(reply(wrong), 0)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  const request = { kind: 'model-request', provider: 'openai', model: 'm', tokens: { input: -1 } }
  expect(readEvent(JSON.stringify(request), 0)).toMatchObject({ ok: false })
})

test('the mark that editors put before the first line is no part of it', () => {
  const line = JSON.stringify({ kind: 'mark', marker: 'x' })
  expect(readEvent(`\uFEFF${line}`, 0)).toEqual(readEvent(line, 0))
})

const loose = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
  fc.constantFrom<JsonValue>('text', 3, -1, true, null, ['a'], { input: 1 }),
)
const FIELD_NAMES = [
  'text',
  'tool',
  'args',
  'fields',
  'content',
  'ok',
  'tokens',
  'usage',
  'model',
  'provider',
  'scopes',
  'chaos',
  'marker',
  'input',
  'output',
  'turn',
  'costUsd',
  'latencyMs',
  'requestId',
  'maxOutputTokens',
  'verdict',
  'clauseId',
  'callId',
  'sessionId',
  'hosted',
  'streamed',
  'faultId',
  'fault',
  'target',
  'reason',
  'judge',
]

test('whatever a line of an event file holds, it is refused with a reason or judged', () => {
  const line = fc.tuple(
    drawnEvent,
    fc.dictionary(fc.constantFrom(...FIELD_NAMES), loose, { maxKeys: 2, noNullPrototype: true }),
  )
  fc.assert(
    fc.property(drawnContract, fc.array(line, { maxLength: 20 }), modes, (draft, lines, mode) => {
      const events = lines.flatMap(([event, spoiled], index) => {
        const read = readEvent(JSON.stringify({ ...event, ...spoiled }), index)
        return read.ok ? [read.event] : []
      })
      for (const { findings } of decideAll(draft, events, mode))
        expect(findings.filter(({ code }) => code === 'clause-failed')).toEqual([])
    }),
    runs(2000),
  )
})

test('arguments that were changed in place since the last call are read afresh', () => {
  const operators = {
    tool_blocklist: { tools: ['rm -rf /*'] },
    pii_filter: { patterns: ['email'], action: 'block' },
    repetition_guard: { window_size: 2, max_repeats: 2, action: 'deny' },
  }
  const draft: ContractDraft = {
    ...EMPTY,
    process: Object.entries(operators).map(([operator, options]) => ({ id: operator, operator, options })),
  }
  const guard = createGuard({ contract: compiledOf(draft), nowMs: () => 0 })
  const args: Record<string, string> = { command: 'ls' }
  const call = () =>
    told(guard.judge({ kind: 'tool-call', sessionId: 'session', callId: 'x', tool: 'Bash', args }).decision)
      .findings
  expect(call()).toEqual([])
  args['command'] = 'rm -rf /'
  expect(call()).toEqual(['tool_blocklist command-blocked deny true'])
  args['command'] = 'mail bob@example.com'
  expect(call()).toEqual(['pii_filter personal-data deny true'])
  args['command'] = 'ls'
  expect(call()).toEqual([])
})

import { expect, test } from 'vitest'
import { compileContract, loadContract } from '../contract/index.ts'
import { fakeJudge } from '../judge/index.ts'
import type { SessionRecord } from '../model/index.ts'
import { createGuard, type GuardOptions } from './guard.ts'

function contractOf(...clauses: readonly string[]) {
  const text = `dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: x\ndescription: ""\nversion: "1"\ninvariants:\n  process:\n${clauses.map((clause) => `    - ${clause}\n`).join('')}`
  return compileContract(loadContract('contract.yaml', text).contract!)
}

function guardOf(options: Partial<GuardOptions> & Pick<GuardOptions, 'contract'>) {
  const records: SessionRecord[] = []
  const guard = createGuard({
    nowMs: () => 7,
    sink: { append: (record) => void records.push(record) },
    ...options,
  })
  return { guard, records }
}

const ask = 'judge_predicate: {rubric: "takes a position", sample_rate: 1.0, action_on_fail: deny}'

test('events are numbered per session and stamped with the time', () => {
  const { guard, records } = guardOf({ contract: contractOf('context_budget: {}') })
  for (const sessionId of ['a', 'b', 'a']) guard.judge({ kind: 'mark', sessionId, marker: 'x' })
  expect(records.map(({ event }) => [event.sessionId, event.seq, event.atMs])).toEqual([
    ['a', 0, 7],
    ['b', 0, 7],
    ['a', 1, 7],
  ])
})

test('an event that was numbered elsewhere keeps its time and gets a number of this guard', () => {
  const { guard, records } = guardOf({ contract: contractOf('context_budget: {}') })
  const elsewhere = { kind: 'mark', sessionId: 'a', marker: 'x', seq: 41, atMs: 3 } as const
  guard.judge(elsewhere)
  guard.fold(elsewhere)
  expect(records.map(({ event }) => [event.seq, event.atMs])).toEqual([
    [0, 3],
    [1, 3],
  ])
  expect(elsewhere.seq).toBe(41)
})

test('a reply that was numbered elsewhere is priced like any other', () => {
  const { guard, records } = guardOf({ contract: contractOf('context_budget: {}') })
  const usage = { input: 1_000_000, output: 0 }
  const reply = { kind: 'model-response', sessionId: 'a', text: 'ok', usage, model: 'gpt-4o' } as const
  guard.judge({ ...reply, provider: 'openai' })
  guard.judge({ ...reply, provider: 'openai', seq: 4, atMs: 3 } as typeof reply)
  expect(records.map(({ event }) => (event as { costUsd?: number }).costUsd)).toEqual([2.5, 2.5])
})

test('a time or a cost that is left undefined is filled in', () => {
  const { guard, records } = guardOf({ contract: contractOf('context_budget: {}') })
  const usage = { input: 1_000_000, output: 0 }
  const open = { atMs: undefined, costUsd: undefined } as object
  guard.judge({
    kind: 'model-response',
    sessionId: 'a',
    text: 'ok',
    usage,
    model: 'gpt-4o',
    provider: 'openai',
    ...open,
  })
  expect(records[0]?.event).toMatchObject({ atMs: 7, costUsd: 2.5 })
})

test('a judge is asked outside the decision, and its answer comes back as an event', async () => {
  const judge = fakeJudge([{ verdict: 'fail', reason: 'hedges', costUsd: 0.01, judge: 'fake' }])
  const { guard, records } = guardOf({ contract: contractOf(ask), judge })
  const ended = guard.judge({ kind: 'turn-end', sessionId: 's', output: 'It depends.' })
  expect(ended.effect.kind).toBe('pass')
  await guard.settled()
  expect(records.at(-1)?.event).toMatchObject({
    kind: 'judge-verdict',
    clauseId: 'judge_predicate',
    verdict: 'fail',
    costUsd: 0.01,
  })
  expect(guard.judge({ kind: 'turn-start', sessionId: 's' }).effect.kind).toBe('block')
  expect(guard.judge({ kind: 'turn-start', sessionId: 's' }).effect.kind).toBe('pass')
})

test('without a judge, or with one that throws, the verdict is skip and nobody is blamed', async () => {
  const throwing = { ask: () => Promise.reject(new Error('down')) }
  for (const judge of [undefined, throwing]) {
    const { guard, records } = guardOf({
      contract: contractOf(ask),
      ...(judge === undefined ? {} : { judge }),
    })
    guard.judge({ kind: 'turn-end', sessionId: 's', output: 'It depends.' })
    await guard.settled()
    expect(records.at(-1)).toMatchObject({
      event: { verdict: 'skip' },
      decision: { verdict: 'allow', findings: [] },
    })
  }
})

test('history told again counts in state and is not judged', () => {
  const { guard, records } = guardOf({
    contract: contractOf('repetition_guard: {window_size: 4, max_repeats: 2}'),
  })
  const call = { kind: 'tool-call', sessionId: 's', callId: 'c', tool: 'Search', args: { q: 'x' } } as const
  for (let count = 0; count < 3; count += 1) guard.fold(call)
  expect(records.every(({ folded, decision }) => folded === true && decision.verdict === 'allow')).toBe(true)
  expect(guard.judge(call).effect.kind).toBe('block')
})

test('a changed contract keeps the memory of clauses that mean the same', () => {
  const { guard } = guardOf({ contract: contractOf('repetition_guard: {window_size: 4, max_repeats: 2}') })
  const call = { kind: 'tool-call', sessionId: 's', callId: 'c', tool: 'Search', args: {} } as const
  guard.judge(call)
  guard.judge(call)
  guard.adopt(
    contractOf('tool_blocklist: {tools: [Nothing]}', 'repetition_guard: {window_size: 4, max_repeats: 2}'),
  )
  expect(guard.judge(call).effect.kind).toBe('block')
})

test('a redacted secret is in neither the record nor what goes on', () => {
  const { guard, records } = guardOf({
    contract: contractOf(
      'pii_filter: {patterns: [email], action: redact, scan: [output, tool_args, tool_results, input]}',
    ),
  })
  guard.judge({ kind: 'turn-start', sessionId: 's', input: 'I am a.person@example.com' })
  guard.judge({
    kind: 'tool-call',
    sessionId: 's',
    callId: 'c',
    tool: 'Mail',
    args: { to: [{ address: 'a.person@example.com' }] },
  })
  guard.judge({
    kind: 'tool-result',
    sessionId: 's',
    callId: 'c',
    tool: 'Mail',
    ok: true,
    content: 'sent to a.person@example.com',
  })
  guard.judge({ kind: 'model-response', sessionId: 's', text: 'Sent to a.person@example.com.' })
  expect(JSON.stringify(records)).not.toContain('example.com')
  expect(records.map(({ effect }) => effect.kind)).toEqual(['rewrite', 'rewrite', 'rewrite', 'rewrite'])
})

test('shadow decides, records and never acts', () => {
  const { guard, records } = guardOf({
    contract: contractOf('tool_blocklist: {tools: [Bash]}'),
    mode: 'shadow',
  })
  expect(
    guard.judge({ kind: 'tool-call', sessionId: 's', callId: 'c', tool: 'Bash', args: {} }).effect.kind,
  ).toBe('pass')
  expect(records[0]).toMatchObject({
    mode: 'shadow',
    decision: { verdict: 'deny' },
    effect: { kind: 'pass' },
  })
})

test('a reply is recorded with its cost when the price is known', () => {
  const { guard, records } = guardOf({ contract: contractOf('context_budget: {}') })
  guard.judge({
    kind: 'model-response',
    sessionId: 's',
    text: 'x',
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    usage: { input: 1_000_000, output: 0 },
  })
  guard.judge({
    kind: 'model-response',
    sessionId: 's',
    text: 'x',
    model: 'nobody-knows',
    usage: { input: 1, output: 0 },
  })
  expect(records.map(({ event }) => 'costUsd' in event)).toEqual([true, false])
})

test('a session that is forgotten waits for the answers it asked for, and is gone then', async () => {
  const answers: ((answer: { verdict: 'fail'; reason: string }) => void)[] = []
  const judge = {
    ask: () => new Promise<{ verdict: 'fail'; reason: string }>((resolve) => answers.push(resolve)),
  }
  const { guard, records } = guardOf({ contract: contractOf(ask), judge })
  guard.judge({ kind: 'turn-end', sessionId: 's', output: 'It depends.' })
  guard.forget('s')
  answers[0]!({ verdict: 'fail', reason: 'hedges' })
  await guard.settled()
  expect(records.map(({ event }) => [event.kind, event.seq])).toEqual([
    ['turn-end', 0],
    ['judge-verdict', 1],
  ])
  expect(guard.snapshot('s')).toBeUndefined()
})

test('a session that is used again before the answer comes is not forgotten', async () => {
  const answers: ((answer: { verdict: 'fail'; reason: string }) => void)[] = []
  const judge = {
    ask: () => new Promise<{ verdict: 'fail'; reason: string }>((resolve) => answers.push(resolve)),
  }
  const { guard } = guardOf({ contract: contractOf(ask), judge })
  guard.judge({ kind: 'turn-end', sessionId: 's', output: 'It depends.' })
  guard.forget('s')
  guard.judge({ kind: 'mark', sessionId: 's', marker: 'x' })
  answers[0]!({ verdict: 'fail', reason: 'hedges' })
  await guard.settled()
  expect(guard.snapshot('s')?.nextSeq).toBe(3)
  expect(guard.judge({ kind: 'turn-start', sessionId: 's' }).effect.kind).toBe('block')
})

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { randomStream } from '../../src/kit/random.ts'
import { newRunFolder, resumeRunFolder } from '../../src/lab/run-folder.ts'
import type { Journal, JournalLine } from '../../src/lab/journal.ts'
import type { Answer, Question } from '../../src/lab/target.ts'
import { inProcessTarget, type SmallAgent } from './in-process-target.ts'
import { cell, matrixOf } from './matrix-world.ts'

const CHANCY = `golden_prompts: [one, two, three]
seed: 11
trials: 12
contract:
  name: Chancy
  invariants:
    - {id: admits, type: contains, value: cannot, when: tool_faults_active}
    - {id: never-empty, type: output_not_empty, severity: critical}
    - {id: short, type: expr, expr: 'output.size() < 40'}
chaos_matrix:
  - {name: calm}
  - {name: sometimes, tool_faults: [{tool: search, mode: error, probability: 0.4}]}
  - {name: hostile, tool_faults: [{tool: search, mode: malicious_response, probability: 0.5}], context_attacks: [{type: memory_poisoning}]}
`

const tools = { search: () => 'found' }

/** Answers after a while of its own, so that answers do not come in the order of the questions. */
const unhurried: SmallAgent = async ({ tool, prompt }) => {
  await new Promise((done) => setTimeout(done, Math.random() * 3))
  const found = await tool('search').catch(() => undefined)
  return found === undefined
    ? `I cannot look up ${prompt.slice(0, 3)}`
    : `${JSON.stringify(found)} for ${prompt.slice(0, 3)}`
}

const runOf = async (concurrency: number, text = CHANCY) =>
  JSON.stringify(
    (await matrixOf(text, inProcessTarget(unhurried, { tools }), { concurrency })).result,
    undefined,
    2,
  )

describe('the same seed', () => {
  test('writes the same bytes at any width and on every run', async () => {
    const narrow = await runOf(1)
    expect(await runOf(8)).toBe(narrow)
    expect(await runOf(8)).toBe(narrow)
    expect(narrow).toContain('"flaky"')
  })

  test('and another seed others', async () => {
    expect(await runOf(4, CHANCY.replace('seed: 11', 'seed: 12'))).not.toBe(await runOf(4))
  })
})

describe('trials', () => {
  const text =
    'golden_prompts: [a]\ncontract:\n  name: F\n  invariants: [{id: a, type: contains, value: yes}]\nchaos_matrix: [{name: calm}]\n'

  /** Says yes to so many of its questions, in a drawn order. The two questions of the beginning are not counted. */
  const mostly = (share: number, label: string) => {
    const draws = new Map<string, boolean>()
    const random = randomStream(3, label)
    for (let trial = 0; trial < 500; trial += 1) draws.set(`a0.t${trial}`, random() < share)
    return inProcessTarget(() => 'yes', {
      answer: (invocation) => ({
        kind: 'answered',
        output: (draws.get(invocation) ?? true) ? 'yes' : 'no',
        latencyMs: 1,
        calls: [],
      }),
    })
  }

  test('give a pass rate with an interval, and mixed ones are flaky', async () => {
    const { result } = await matrixOf(text, mostly(0.7, 'seven'), { trials: 40 })
    const { outcome, trials, interval } = cell(result, 'a', 'calm')
    expect(outcome).toBe('flaky')
    expect(trials.passed + trials.failed).toBe(40)
    expect(interval!.lower).toBeLessThan(trials.passed / 40)
    expect(interval!.upper).toBeGreaterThan(trials.passed / 40)
  })

  test('with a gate pass when enough of them do', async () => {
    const run = (minPassRate: number) =>
      matrixOf(text, mostly(0.7, 'seven'), { trials: 40, gate: { minPassRate } })
    expect(cell((await run(0.5)).result, 'a', 'calm').outcome).toBe('pass')
    expect(cell((await run(0.95)).result, 'a', 'calm').outcome).toBe('flaky')
  })

  test('end with a sequential test as soon as the cell is decided', async () => {
    const gate = { minPassRate: 0.5, p: 0.9, alpha: 0.05, beta: 0.05 }
    const good = await matrixOf(text, mostly(1, 'good'), { trials: 400, gate })
    expect(cell(good.result, 'a', 'calm')).toMatchObject({ outcome: 'pass', sequential: 'accept' })
    expect(cell(good.result, 'a', 'calm').trials.total).toBeLessThan(10)
    expect(good.timing.calls).toBeLessThan(20)
    const bad = await matrixOf(text, mostly(0.4, 'bad'), { trials: 400, gate })
    expect(cell(bad.result, 'a', 'calm')).toMatchObject({ outcome: 'fail', sequential: 'reject' })
    const short = await matrixOf(text, mostly(1, 'good'), { trials: 2, gate })
    expect(cell(short.result, 'a', 'calm')).toMatchObject({ outcome: 'undecided', sequential: 'continue' })
  })

  test('of a sequential test are the same at any width', async () => {
    const gate = { minPassRate: 0.5, p: 0.9, alpha: 0.05, beta: 0.05 }
    const run = async (concurrency: number) =>
      (await matrixOf(text, mostly(0.75, 'middling'), { trials: 400, gate, concurrency })).result
    expect(await run(8)).toEqual(await run(1))
  })

  test('can be tried one at a time', async () => {
    const { result } = await matrixOf(text, mostly(0.7, 'seven'), { trials: 40, onlyTrial: 17 })
    expect(cell(result, 'a', 'calm').trials.total).toBe(1)
  })
})

describe('a budget', () => {
  const text =
    'golden_prompts: [a]\ncontract:\n  name: F\n  invariants: [{id: a, type: contains, value: yes}]\nchaos_matrix: [{name: calm}]\n'

  test('of calls stops the run, and what is left is undecided', async () => {
    const { result, timing } = await matrixOf(
      text,
      inProcessTarget(() => 'yes'),
      {
        trials: 50,
        budget: { calls: 10 },
        concurrency: 3,
      },
    )
    expect(timing.calls).toBe(10)
    expect(cell(result, 'a', 'calm')).toMatchObject({ outcome: 'undecided', trials: { failed: 0 } })
    expect(result).toMatchObject({
      verdict: 'undecided',
      reasons: [{ code: 'budget', spent: 'calls' }, { code: 'undecided' }],
    })
  })

  test('of dollars counts what the agent spends', async () => {
    const { result } = await matrixOf(
      text,
      inProcessTarget(() => 'yes', { costUsd: 0.01 }),
      {
        trials: 50,
        budget: { usd: 0.05 },
        concurrency: 1,
      },
    )
    expect(result.usage).toEqual({ answers: 5, costUsd: 0.05, tokens: 75 })
    expect(result.reasons[0]).toEqual({ code: 'budget', spent: 'dollars' })
  })

  test('of time looks at the clock that it is given', async () => {
    let nowMs = 0
    const { result } = await matrixOf(
      text,
      inProcessTarget(() => `yes ${(nowMs += 300)}`, { reset: () => undefined }),
      {
        trials: 50,
        budget: { seconds: 1 },
        concurrency: 1,
        clock: { nowMs: () => nowMs, sleep: async () => undefined },
      },
    )
    expect(cell(result, 'a', 'calm').trials.total).toBe(3)
    expect(result.reasons[0]).toEqual({ code: 'budget', spent: 'time' })
  })

  test('does not hide what is already broken', async () => {
    const { result } = await matrixOf(
      text.replace('value: yes', 'value: yes, severity: critical'),
      inProcessTarget(() => 'no'),
      {
        trials: 50,
        budget: { calls: 10 },
      },
    )
    expect(result.verdict).toBe('broken')
  })
})

describe('an agent that is asked too often', () => {
  const text =
    'golden_prompts: [a]\ncontract:\n  name: F\n  invariants: [{id: a, type: contains, value: yes}]\nchaos_matrix: [{name: calm}]\n'

  test('is given the time that it asks for, by everybody', async () => {
    let nowMs = 0
    const slept: number[] = []
    const asked: string[] = []
    const target = inProcessTarget(() => 'yes', {
      answer(invocation) {
        asked.push(invocation)
        return invocation === 'a0.t3'
          ? { kind: 'failed', reason: 'refused', message: '429', latencyMs: 1, retryAfterMs: 7000 }
          : undefined
      },
    })
    const clock = {
      nowMs: () => nowMs,
      sleep: async (forMs: number) => {
        slept.push(forMs)
        nowMs += forMs
      },
    }
    const { result } = await matrixOf(text, target, { trials: 6, concurrency: 1, clock })
    expect(result.score).toBe(100)
    expect(slept).toEqual([7000])
    expect(asked.slice(-4)).toEqual(['a0.t3', 'a0.t3.2', 'a0.t4', 'a0.t5'])
  })

  test('by a fault of ours is not waited for: that is what is put to the test', async () => {
    const down = text.replace('{name: calm}', '{name: down, tool_faults: [{tool: t, mode: error}]}')
    let asked = 0
    const target = inProcessTarget(async () => '')
    const refusing = {
      ...target,
      reset: async () => undefined,
      ask: async ({ chaos, invocation }: Question): Promise<Answer> => {
        if (invocation.startsWith('clean'))
          return { kind: 'answered', output: 'yes', latencyMs: 1, calls: [] }
        asked += 1
        chaos.toolCall('tool', { callId: '1', tool: 't' })
        return { kind: 'failed', reason: 'refused', message: '429', latencyMs: 1, retryAfterMs: 1 }
      },
    }
    const { result } = await matrixOf(down, refusing)
    expect(cell(result, 'a', 'down').outcome).toBe('error')
    expect(asked).toBe(1)
  })

  test('is an error when it never lets anybody in', async () => {
    const target = inProcessTarget(() => 'yes', {
      answer: (invocation) =>
        invocation.startsWith('a0')
          ? { kind: 'failed', reason: 'refused', message: '429', latencyMs: 1, retryAfterMs: 1 }
          : undefined,
    })
    const clock = { nowMs: () => Date.now(), sleep: async () => undefined }
    let fake = 0
    const { result } = await matrixOf(text, target, {
      clock: { ...clock, nowMs: () => fake, sleep: async (forMs) => void (fake += forMs) },
    })
    expect(cell(result, 'a', 'calm').outcome).toBe('error')
  })
})

test('what failed because the run was called off has not been tried', async () => {
  const stop = new AbortController()
  const target = inProcessTarget(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('called off')))
        stop.abort()
      }),
    {
      answer: (invocation) => (invocation.startsWith('clean') ? ANSWERED : undefined),
      reset: () => undefined,
    },
  )
  const { result } = await matrixOf(CHANCY, target, { signal: stop.signal })
  expect(result.counts).toMatchObject({ error: 0, fail: 0, undecided: 8 })
  expect(result).toMatchObject({
    verdict: 'undecided',
    reasons: [{ code: 'interrupted' }, { code: 'undecided' }],
  })
})

const ANSWERED: Answer = { kind: 'answered', output: 'yes', latencyMs: 1, calls: [] }

describe('a run that is taken up again', () => {
  const root = () => mkdtempSync(join(tmpdir(), 'holdfast-runs-'))

  test('asks nothing twice and comes to the same result', async () => {
    const whole = await matrixOf(CHANCY, inProcessTarget(unhurried, { tools }))
    const lines: JournalLine[] = []
    const asked: string[] = []
    const counting = () =>
      inProcessTarget(unhurried, { tools, answer: (invocation) => void asked.push(invocation) })
    const stop = new AbortController()
    const journal: Journal = {
      async *earlier() {
        yield* lines.slice()
      },
      append(line) {
        lines.push(JSON.parse(JSON.stringify(line)) as JournalLine)
        if (lines.length === 40) stop.abort()
      },
    }
    const first = await matrixOf(CHANCY, counting(), { journal, signal: stop.signal })
    expect(first.result.reasons).toContainEqual({ code: 'interrupted' })
    expect(first.result.verdict).not.toBe('kept')
    const second = await matrixOf(CHANCY, counting(), { journal })
    expect(JSON.stringify(second.result)).toBe(JSON.stringify(whole.result))
    // those under way when it was called off are asked again, and nothing else
    expect(asked.length - new Set(asked).size).toBeLessThan(4)
  })

  test('is kept in a folder that a cut line does not spoil', async () => {
    const folder = root()
    const plan = { kind: 'contract', startedAtMs: 0, fingerprint: 'x' }
    const first = newRunFolder(folder, plan)
    first.journal.append({ kind: 'clean', key: 'first', output: 'a' })
    first.close()
    const file = join(first.path, 'trials.jsonl')
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"kind":"clean","key":"sec`)
    const again = resumeRunFolder(folder, undefined, 'x')
    expect(again.id).toBe(first.id)
    again.journal.append({ kind: 'clean', key: 'third', output: 'c' })
    again.close()
    const keys: string[] = []
    for await (const line of resumeRunFolder(folder, first.id, 'x').journal.earlier())
      if (line.kind === 'clean') keys.push(line.key)
    expect(keys).toEqual(['first', 'third'])
  })

  test('must have the same plan', () => {
    const folder = root()
    const run = newRunFolder(folder, { kind: 'contract', startedAtMs: 0, fingerprint: 'x' })
    run.journal.append({ kind: 'clean', key: 'first' })
    run.close()
    expect(() => resumeRunFolder(folder, run.id, 'y')).toThrow('had another plan')
    expect(() => resumeRunFolder(folder, undefined, 'y')).toThrow('no unfinished run of this plan')
    expect(() => resumeRunFolder(folder, '../elsewhere', 'x')).toThrow('there is no run')
  })

  test('leaves nothing when it never began', () => {
    const folder = root()
    newRunFolder(folder, { kind: 'contract', startedAtMs: 0, fingerprint: 'x' }).close()
    expect(readdirSync(folder)).toEqual([])
  })
})

test('a journal that cannot be written ends the run, on all lanes', async () => {
  let appended = 0
  const journal: Journal = {
    async *earlier() {},
    append() {
      appended += 1
      if (appended > 20) throw new Error('no space left')
    },
  }
  await expect(
    matrixOf(CHANCY, inProcessTarget(unhurried, { tools }), { journal, concurrency: 8 }),
  ).rejects.toThrow('no space left')
  expect(appended).toBeLessThan(40)
})

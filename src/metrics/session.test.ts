import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type {
  AgentEvent,
  Decision,
  Effect,
  Finding,
  JudgeTask,
  Level,
  Mode,
  RecoveryStep,
  SessionRecord,
  Tally,
  TurnTally,
  Usage,
  Verdict,
} from '../model/index.ts'
import {
  DEFAULT_METRICS_CONFIG,
  NO_SESSIONS,
  addRecord,
  addSession,
  finish,
  finishSessions,
  foldSession,
  foldSessions,
  reliability,
  startSession,
  type MetricsConfig,
  type SessionState,
} from './index.ts'

const CORPUS = join(import.meta.dirname, '../../corpus/metrics')

interface TallyLine {
  readonly hard?: string
  readonly soft?: string
}

/** One line of a case: what the event was, and what was decided and done about it. */
interface RecordLine {
  readonly call?: string
  readonly turn?: TallyLine
  readonly response?: { readonly costUsd?: number; readonly usage?: Usage }
  readonly judge?: 'pass' | 'fail' | 'skip'
  readonly costUsd?: number
  readonly end?: true
  readonly tally?: TallyLine
  readonly verdict?: Verdict
  readonly effect?: Effect['kind']
  readonly findings?: readonly FindingLine[]
  readonly recovery?: readonly RecoveryStep['outcome'][]
  readonly asks?: number
  readonly folded?: true
  readonly times?: number
}

interface FindingLine {
  readonly clause: string
  readonly level: Level
  readonly operator?: string
  readonly counted?: boolean
  readonly penalty?: number
}

type Line = RecordLine | { readonly repeat: number; readonly records: readonly Line[] }

interface SessionCase {
  readonly name: string
  readonly config?: { readonly [Section in keyof MetricsConfig]?: Partial<MetricsConfig[Section]> }
  readonly mode?: Mode
  readonly records: readonly Line[]
  readonly expect: object
  readonly turns?: readonly object[]
  readonly reasons?: readonly string[]
}

function tally(text = '0/0'): Tally {
  const [held = 0, judged = 0] = text.split('/').map(Number)
  return { held, judged }
}

function turnTally(line: TallyLine | undefined, turn: number): TurnTally | undefined {
  if (line === undefined || Object.keys(line).length === 0) return undefined
  return { turn, hard: tally(line.hard), soft: tally(line.soft) }
}

function finding(
  { clause, level, operator = 'op', counted = true, penalty }: FindingLine,
  verdict: Verdict,
): Finding {
  const fixed = {
    code: 'broken',
    severity: 'medium',
    params: {},
    location: { file: 'c.yaml', line: 1, column: 1 },
  } as const
  const penalised = penalty === undefined ? {} : { thetaPenalty: penalty }
  return { ...fixed, ...penalised, clauseId: clause, operator, level, verdict, counted }
}

function event(line: RecordLine, seq: number, sessionId: string): AgentEvent {
  const base = { sessionId, seq, atMs: seq }
  if (line.call !== undefined)
    return { ...base, kind: 'tool-call', callId: `call-${seq}`, tool: line.call, args: {} }
  if (line.response !== undefined) return { ...base, kind: 'model-response', text: '', ...line.response }
  if (line.judge !== undefined) {
    const cost = line.costUsd === undefined ? {} : { costUsd: line.costUsd }
    return { ...base, kind: 'judge-verdict', clauseId: 'judge', verdict: line.judge, ...cost }
  }
  return line.end === true ? { ...base, kind: 'session-end' } : { ...base, kind: 'turn-end' }
}

const TASK: JudgeTask = { clauseId: 'judge', rubric: '', model: 'm', text: '', turn: 0, budgetUsd: 0 }

function decision(line: RecordLine, turn: number): Decision {
  const verdict = line.verdict ?? 'allow'
  const turnEnd = turnTally(line.turn ?? line.tally, turn)
  const steps = line.recovery?.map((outcome) => ({ clauseId: 'c', strategy: 's', attempt: 1, outcome }))
  return {
    verdict,
    findings: (line.findings ?? []).map((each) => finding(each, verdict)),
    ...(steps === undefined ? {} : { recovery: steps }),
    ...(turnEnd === undefined ? {} : { tally: turnEnd }),
    ...(line.asks === undefined ? {} : { judgeTasks: Array.from({ length: line.asks }, () => TASK) }),
  }
}

function effect(kind: Effect['kind'] = 'pass'): Effect {
  return kind === 'rewrite' ? { kind, rewrites: [] } : { kind }
}

function* expand(lines: readonly Line[]): Generator<RecordLine> {
  for (const line of lines)
    if ('repeat' in line) for (let round = 0; round < line.repeat; round += 1) yield* expand(line.records)
    else for (let time = 0; time < (line.times ?? 1); time += 1) yield line
}

function records(
  lines: readonly Line[],
  mode: Mode = 'enforce',
  sessionId = 'one',
): readonly SessionRecord[] {
  const contract = { name: 'case', version: '1', hash: 'h' }
  let turn = 0
  return Array.from(expand(lines), (line, seq) => ({
    event: event(line, seq, sessionId),
    decision: decision(line, line.turn === undefined ? turn : turn++),
    effect: effect(line.effect),
    mode,
    contract,
    ...(line.folded === true ? { folded: true as const } : {}),
  }))
}

function configOf({ config = {} }: SessionCase): MetricsConfig {
  const { drift, reliability: weights, satisfaction } = DEFAULT_METRICS_CONFIG
  return {
    drift: { ...drift, ...config.drift },
    reliability: { ...weights, ...config.reliability },
    satisfaction: { ...satisfaction, ...config.satisfaction },
  }
}

/** Every number of `expected` to nine digits; `null` stands for `undefined`, and what a case leaves out it does not ask. */
function expectPart(actual: unknown, expected: unknown, path: string): void {
  if (expected === null) return expect(actual, path).toBeUndefined()
  if (typeof expected === 'number') return expect(actual, path).toBeCloseTo(expected, 9)
  if (typeof expected !== 'object') return expect(actual, path).toBe(expected)
  if (Object.keys(expected).length === 0) return expect(actual, path).toEqual(expected)
  expect(actual, path).toBeTypeOf('object')
  for (const [key, value] of Object.entries(expected))
    expectPart((actual as Record<string, unknown>)[key], value, `${path}.${key}`)
}

const names = readdirSync(join(CORPUS, 'sessions')).filter((name) => name.endsWith('.yaml'))

describe('cases', () => {
  test('there are cases, and among them the empty run', () => expect(names).toContain('empty-run.yaml'))

  test.each(names)('%s', (name) => {
    const given = parse(readFileSync(join(CORPUS, 'sessions', name), 'utf8')) as SessionCase
    const { numbers, turns } = foldSession(records(given.records, given.mode), configOf(given))
    expectPart(numbers, given.expect, given.name)
    if (given.turns !== undefined) {
      expect(turns).toHaveLength(given.turns.length)
      for (const [index, turn] of given.turns.entries()) expectPart(turns[index], turn, `turn ${index}`)
    }
    const reasons = numbers.satisfaction.reasons.map(({ condition, code }) => `${condition} ${code}`)
    if (given.reasons !== undefined) expect(reasons).toEqual(given.reasons)
  })
})

describe('Θ as a function', () => {
  const inputs = { compliance: 0.97, drift: 0.05, violationsPerTurn: 1, recoveryRate: 1, penalties: 0 }

  test('one event a turn gives the worked value 0.877, and the same event in ten turns 0.9588', () => {
    expect(reliability(inputs, DEFAULT_METRICS_CONFIG.reliability).theta).toBeCloseTo(0.877, 12)
    const spread = reliability({ ...inputs, violationsPerTurn: 0.1 }, DEFAULT_METRICS_CONFIG.reliability)
    expect(spread.theta).toBeCloseTo(0.3395 + 0.2375 + 0.2 / 1.1 + 0.2, 12)
    expect(spread.deployable).toBe(true)
  })

  test.each(['compliance', 'drift', 'violationsPerTurn', 'recoveryRate'] as const)(
    'without %s there is no Θ',
    (part) => {
      const missing = reliability({ ...inputs, [part]: undefined }, DEFAULT_METRICS_CONFIG.reliability)
      expect(missing).toEqual({ theta: undefined, terms: undefined, deployable: undefined })
    },
  )
})

describe('many sessions', () => {
  const kept: readonly Line[] = [{ turn: { hard: '1/1', soft: '1/1' } }]
  const broken: readonly Line[] = [{ turn: { hard: '0/1', soft: '1/1' } }]
  const { satisfaction } = DEFAULT_METRICS_CONFIG

  function over(sessions: readonly (readonly Line[])[]) {
    const satisfactions = sessions.map((lines) => foldSession(records(lines)).numbers.satisfaction)
    return finishSessions(satisfactions.reduce(addSession, NO_SESSIONS), satisfaction)
  }
  const times = (count: number, lines: readonly Line[]) => Array.from({ length: count }, () => lines)

  test('no session says nothing', () => {
    const none = over([])
    expect(none).toMatchObject({ verdict: 'undecided', sessions: 0, judged: 0 })
    expect(none.share).toBeUndefined()
    expect(none.interval).toBeUndefined()
    expect(none.reasons.map(({ code }) => code)).toEqual([
      'nothing-judged',
      'nothing-judged',
      'nothing-judged',
    ])
  })

  test('seventy-one clean sessions do not show p = 0.95, seventy-two do', () => {
    expect(over(times(71, kept))).toMatchObject({
      verdict: 'undecided',
      share: 1,
      reasons: [{ code: 'bound-straddles-p' }],
    })
    expect(over(times(72, kept))).toMatchObject({ verdict: 'satisfied', share: 1, reasons: [] })
  })

  test('one broken session among few is not yet a violation, many are', () => {
    expect(over([...times(5, kept), broken])).toMatchObject({ verdict: 'undecided', kept: 5, judged: 6 })
    const many = over([...times(40, kept), ...times(20, broken)])
    expect(many).toMatchObject({ verdict: 'violated', reasons: [{ condition: 'p', code: 'bound-below-p' }] })
  })

  test('a session that judged no hard clause does not count towards p', () => {
    expect(over([...times(3, kept), [{ turn: { soft: '1/1' } }], []])).toMatchObject({
      sessions: 5,
      judged: 3,
      kept: 3,
    })
  })

  test('one soft deviation beyond δ in one session violates, whatever p says', () => {
    const deviating: readonly Line[] = [
      { turn: { hard: '1/1', soft: '1/2' } },
      { turn: { hard: '1/1', soft: '2/2' } },
    ]
    const result = over([...times(100, kept), deviating])
    expect(result).toMatchObject({ verdict: 'violated', maxSoftDeviation: 0.5, recoveries: { recovered: 1 } })
  })

  test('sessions of an interleaved stream are told apart', () => {
    const [left, right] = [records(kept, 'enforce', 'left'), records(broken, 'enforce', 'right')]
    const both = foldSessions([...left, ...right, ...left])
    expect(both.map(({ sessionId, turns }) => [sessionId, turns])).toEqual([
      ['left', 2],
      ['right', 1],
    ])
    expect(() => [...left, ...right].reduce(addRecord, startSession())).toThrow('a record of session `right`')
  })
})

const share = fc.tuple(fc.nat(3), fc.nat(3)).map(([held, missed]) => `${held}/${held + missed}`)
const someFinding: fc.Arbitrary<FindingLine> = fc.record({
  clause: fc.constantFrom('a', 'b', '__proto__'),
  level: fc.constantFrom('hard', 'soft'),
  counted: fc.boolean(),
  penalty: fc.constantFrom(0, 0.01, 0.03),
})
const someLine: fc.Arbitrary<RecordLine> = fc.oneof(
  fc.record({
    call: fc.constantFrom('Read', 'Bash', '__proto__'),
    findings: fc.array(someFinding, { maxLength: 2 }),
  }),
  fc.record({ turn: fc.record({ hard: share, soft: share }) }),
  fc.record({ response: fc.record({ costUsd: fc.constantFrom(0.25, 0.1) }) }),
  fc.record({ judge: fc.constantFrom('pass', 'fail', 'skip'), folded: fc.constant(true) }),
  fc.record({
    turn: fc.record({ soft: share }),
    recovery: fc.array(fc.constantFrom('started', 'recovered', 'failed')),
  }),
)
const someLines = fc.array(someLine, { maxLength: 40 })
const smallWindow: MetricsConfig = {
  ...DEFAULT_METRICS_CONFIG,
  drift: { ...DEFAULT_METRICS_CONFIG.drift, window: 3 },
}

describe('laws', () => {
  test('a session cut anywhere, stored as JSON and continued gives the same numbers', () => {
    fc.assert(
      fc.property(someLines, fc.nat(), (lines, at) => {
        const all = records(lines)
        const cut = at % (all.length + 1)
        const first = all.slice(0, cut).reduce(addRecord, startSession(smallWindow))
        const stored = JSON.parse(JSON.stringify(first)) as SessionState
        const continued = all.slice(cut).reduce(addRecord, stored)
        expect(finish(continued)).toEqual(foldSession(all, smallWindow).numbers)
      }),
    )
  })

  test('no record changes the state it was added to', () => {
    fc.assert(
      fc.property(someLines, (lines) => {
        let state = startSession(smallWindow)
        for (const record of records(lines)) {
          const before = JSON.stringify(state)
          const next = addRecord(state, record)
          expect(JSON.stringify(state)).toBe(before)
          state = next
        }
      }),
    )
  })

  test('Θ, compliance, drift and S stay in 0…1, and every violation waits, recovered or failed', () => {
    fc.assert(
      fc.property(someLines, (lines) => {
        const { numbers, turns } = foldSession(records(lines), smallWindow)
        const { compliance, drift, recovery, satisfaction } = numbers
        for (const value of [numbers.reliability.theta, compliance.mean, drift.mean, recovery.rate]) {
          expect(value ?? 0).toBeGreaterThanOrEqual(0)
          expect(value ?? 1).toBeLessThanOrEqual(1)
        }
        const violated = turns.filter((turn) => (turn.compliance.soft ?? 1) < 1).length
        const { recovered, failed, open } = satisfaction.recoveries
        expect(recovered + failed + open).toBe(violated)
      }),
    )
  })

  test('recovery agrees with the definition: some turn within the next k has C_soft = 1', () => {
    fc.assert(
      fc.property(someLines, fc.integer({ min: 1, max: 5 }), (lines, k) => {
        const config = { ...smallWindow, satisfaction: { ...smallWindow.satisfaction, k } }
        const { numbers, turns } = foldSession(records(lines), config)
        const soft = turns.map(({ compliance }) => compliance.soft)
        const counts = { recovered: 0, failed: 0, open: 0 }
        for (const [index, value] of soft.entries()) {
          if (value === undefined || value === 1) continue
          const following = soft.slice(index + 1, index + 1 + k)
          const unfinished = following.length < k ? 'open' : 'failed'
          counts[following.includes(1) ? 'recovered' : unfinished] += 1
        }
        expect(numbers.satisfaction.recoveries).toEqual(counts)
      }),
    )
  })

  test('the state does not grow with records or turns', () => {
    const lines: readonly Line[] = [
      { repeat: 2000, records: [{ call: 'Read', times: 5 }, { turn: { hard: '1/1', soft: '0/1' } }] },
    ]
    const all = records(lines)
    const sizeAfter = (count: number) =>
      JSON.stringify(all.slice(0, count).reduce(addRecord, startSession())).length
    expect(sizeAfter(12_000)).toBeLessThan(sizeAfter(1200) + 100)
  })
})

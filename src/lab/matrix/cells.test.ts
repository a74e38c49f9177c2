import { describe, expect, test } from 'vitest'
import { assignPlanes, readChaos } from '../../chaos/index.ts'
import type { Finding, JsonObject, Severity } from '../../model/index.ts'
import type { Outcome, RunCell } from '../run-result.ts'
import type { AskRecord } from './ask-record.ts'
import { CellFold } from './cell-fold.ts'
import type { Ruling } from './judge-answer.ts'
import { conclude } from './outcome.ts'
import { plannedScenario, type PlannedCell } from './plan-cells.ts'
import { scoreOf, verdictOf } from './score.ts'

const FAIL: Ruling = { kind: 'fail', finding: { code: 'broken' } as Finding }
const ERROR: Ruling = { kind: 'error', reason: 'crashed', message: 'boom' }
const PASS: Ruling = { kind: 'pass' }
const UNJUDGED: Ruling = { kind: 'unjudged', why: 'no judge' }

const record = (trial: number, fired: Readonly<Record<string, number>> = {}): AskRecord => ({
  ask: 0,
  trial,
  rulings: [],
  fired,
  calls: 0,
  nanoUsd: 1,
  tokens: 2,
  latencyMs: 1,
})

/** A fold of trials, each of which is the rulings on its prompts. */
function folded(
  trials: readonly (readonly Ruling[])[],
  fired: Readonly<Record<string, number>> = {},
): CellFold {
  const fold = new CellFold(trials[0]?.length ?? 1, 0)
  trials.forEach((rulings, trial) =>
    rulings.forEach((ruling, prompt) =>
      fold.add(trial, { prompt, ruling, record: record(trial, fired), pays: true }),
    ),
  )
  return fold
}

function cellUnder(section: JsonObject, more: Partial<PlannedCell['row']> = {}): PlannedCell {
  const assigned = assignPlanes(readChaos(section, 'test'), {
    tool: ['tool'],
    llm: ['wire'],
    context: ['boundary'],
  })
  if (assigned.kind === 'impossible') throw new Error(assigned.problems[0]!.message)
  const row = {
    source: {},
    needsBaseline: false,
    readsCalls: false,
    readsUsage: false,
    unseen: false,
    ...more,
  } as PlannedCell['row']
  return { row, scenario: plannedScenario('s', assigned.plan), isApplicable: true, asks: 1 }
}

const outcomeOf = (cell: PlannedCell, fold: CellFold, minPassRate?: number): Outcome =>
  conclude(cell, fold, {
    trials: fold.total,
    gate: minPassRate === undefined ? {} : { minPassRate },
    seesCalls: false,
  }).outcome

describe('a trial', () => {
  test('is as good as its worst prompt: a breach, then a missing answer, then what could not be judged', () => {
    expect(folded([[ERROR, FAIL, PASS]]).counts).toMatchObject({ fail: 1, error: 0 })
    expect(folded([[UNJUDGED, ERROR]]).counts).toMatchObject({ error: 1, unjudged: 0 })
    expect(folded([[PASS, UNJUDGED]]).counts).toMatchObject({ pass: 0, unjudged: 1 })
    expect(folded([[PASS, PASS]]).counts).toMatchObject({ pass: 1 })
  })

  test('shows its failures in the order of the prompts, however the answers came', () => {
    const fold = new CellFold(2, 0)
    fold.add(0, { prompt: 1, ruling: FAIL, record: record(0), pays: true })
    expect(fold.total).toBe(0)
    fold.add(0, { prompt: 0, ruling: ERROR, record: record(0), pays: true })
    expect(fold.failures.map(({ prompt }) => prompt)).toEqual([0, 1])
  })

  test('is counted when those before it are', () => {
    const fold = new CellFold(1, 0)
    fold.add(2, { prompt: 0, ruling: PASS, record: record(2), pays: true })
    fold.add(1, { prompt: 0, ruling: FAIL, record: record(1), pays: false })
    expect([fold.total, fold.nextTrial]).toEqual([0, 0])
    fold.add(0, { prompt: 0, ruling: PASS, record: record(0), pays: true })
    expect([fold.total, fold.nextTrial, fold.answers]).toEqual([3, 3, 2])
  })

  test('leaves evidence of the first failures only', () => {
    expect(folded(Array.from({ length: 50 }, () => [FAIL])).failures.map(({ trial }) => trial)).toEqual([
      0, 1, 2,
    ])
  })
})

describe('a cell', () => {
  const calm = cellUnder({})

  test.each<[string, readonly Ruling[], Outcome]>([
    ['passes when every trial does', [PASS, PASS], 'pass'],
    ['fails when none does', [FAIL, ERROR], 'fail'],
    ['is an error when the agent never answered', [ERROR, ERROR], 'error'],
    ['is flaky when some fail', [PASS, FAIL], 'flaky'],
    ['is flaky when the agent answered only sometimes', [PASS, ERROR], 'flaky'],
    ['is undecided when something could not be judged', [PASS, UNJUDGED], 'undecided'],
    ['is broken by a breach even then', [FAIL, UNJUDGED], 'fail'],
  ])('%s', (_, trials, outcome) => {
    expect(outcomeOf(calm, folded(trials.map((ruling) => [ruling])))).toBe(outcome)
  })

  test('with a gate passes at the rate that is asked for, and not below', () => {
    const fold = folded([[PASS], [PASS], [PASS], [FAIL]])
    expect(outcomeOf(calm, fold, 0.75)).toBe('pass')
    expect(outcomeOf(calm, fold, 0.76)).toBe('flaky')
  })

  test('is vacuous when a fault that always fires did not, though another did', () => {
    const two = cellUnder({
      tool_faults: [
        { tool: 'a', mode: 'error' },
        { tool: 'b', mode: 'error' },
      ],
    })
    expect(outcomeOf(two, folded([[PASS]], { 'tool.a.error': 1 }))).toBe('vacuous')
    expect(outcomeOf(two, folded([[PASS]], { 'tool.a.error': 1, 'tool.b.error': 1 }))).toBe('pass')
    expect(outcomeOf(two, folded([[FAIL]]))).toBe('fail')
  })

  test('is shown by one of the faults that are left to chance', () => {
    const chancy = cellUnder({
      tool_faults: [
        { tool: 'a', mode: 'error', probability: 0.5 },
        { tool: 'b', mode: 'error', probability: 0.5 },
      ],
    })
    expect(outcomeOf(chancy, folded([[PASS]], { 'tool.a.error': 1 }))).toBe('pass')
    expect(outcomeOf(chancy, folded([[PASS]]))).toBe('vacuous')
  })

  test('about tool calls is vacuous where nobody can see any', () => {
    expect(outcomeOf(cellUnder({}, { readsCalls: true }), folded([[PASS]]))).toBe('vacuous')
  })
})

describe('the score', () => {
  const cell = (outcome: Outcome, severity: Severity = 'medium', scenario = 's', invariant = 'i') =>
    ({ outcome, severity, scenario, invariant }) as RunCell

  test('weighs critical 3, high 2, medium 1 and low 1', () => {
    const all: readonly Severity[] = ['critical', 'high', 'medium', 'low']
    const only = (passed: Severity) =>
      scoreOf(all.map((severity) => cell(severity === passed ? 'pass' : 'fail', severity)))
    expect(all.map(only)).toEqual([42.86, 28.57, 14.29, 14.29])
  })

  test('leaves out what shows nothing, and counts errors and flaky cells as failed', () => {
    expect(scoreOf([cell('pass'), cell('vacuous'), cell('undecided'), cell('not-applicable')])).toBe(100)
    expect(scoreOf([cell('pass'), cell('error'), cell('flaky'), cell('fail')])).toBe(25)
    expect(scoreOf([cell('vacuous')])).toBeUndefined()
    expect(scoreOf([])).toBeUndefined()
  })

  test('does not save a contract whose critical promise was broken', () => {
    const cells = [...Array.from({ length: 99 }, () => cell('pass')), cell('flaky', 'critical')]
    expect(verdictOf('contract', cells, scoreOf(cells), {}, undefined).verdict).toBe('broken')
  })

  test('below 100 breaks a contract only when more is asked for, and run invariants always', () => {
    const cells = [cell('pass'), cell('fail')]
    const verdict = (kind: 'contract' | 'golden', minScore?: number) =>
      verdictOf(kind, cells, 50, minScore === undefined ? {} : { minScore }, undefined).verdict
    expect([verdict('contract'), verdict('contract', 51), verdict('contract', 50)]).toEqual([
      'kept',
      'broken',
      'kept',
    ])
    expect([verdict('golden'), verdict('golden', 50)]).toEqual(['broken', 'kept'])
  })

  test('of a run in which a scenario or an invariant was put to the test nowhere is not enough', () => {
    const verdict = (...cells: readonly RunCell[]) => verdictOf('contract', cells, 100, {}, undefined).verdict
    expect(verdict(cell('pass', 'low', 's', 'i'), cell('vacuous', 'low', 't', 'i'))).toBe('undecided')
    expect(verdict(cell('pass', 'low', 's', 'i'), cell('vacuous', 'low', 's', 'j'))).toBe('undecided')
    expect(
      verdict(
        cell('pass', 'low', 's', 'i'),
        cell('vacuous', 'low', 't', 'i'),
        cell('pass', 'low', 't', 'j'),
        cell('pass', 'low', 's', 'j'),
      ),
    ).toBe('kept')
  })

  test('is not asked for where idle cells are allowed', () => {
    const cells = [cell('pass', 'low', 's', 'i'), cell('vacuous', 'low', 't', 'i')]
    expect(verdictOf('contract', cells, 100, { allowVacuous: true }, undefined).verdict).toBe('kept')
  })
})

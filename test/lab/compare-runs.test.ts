import { expect, test } from 'vitest'
import { randomStream } from '../../src/kit/random.ts'
import type { RunCell, RunResult } from '../../src/lab/run-result.ts'
import { compareRuns } from '../../src/lab/compare/compare-runs.ts'

const TRIALS = 100
const INVARIANTS = ['cites', 'honest', 'quick']
const SCENARIOS = ['no-chaos', 'tool-down', 'llm-degraded']

/** A run whose cells pass with the given chances. */
function runOf(
  seed: string,
  rateOf: (invariant: string, scenario: string) => number,
  trials = TRIALS,
): RunResult {
  const cells = SCENARIOS.flatMap((scenario) =>
    INVARIANTS.map((invariant): RunCell => {
      const random = randomStream(seed, `${invariant} ${scenario}`)
      let passed = 0
      for (let trial = 0; trial < trials; trial += 1) if (random() < rateOf(invariant, scenario)) passed += 1
      const failed = trials - passed
      return {
        invariant,
        scenario,
        severity: 'medium',
        outcome: failed === 0 ? 'pass' : passed === 0 ? 'fail' : 'flaky',
        trials: { total: trials, passed, failed, errors: 0, unjudged: 0 },
        fired: {},
        failures: [],
      }
    }),
  )
  return {
    format: 'holdfast.run/1',
    kind: 'contract',
    configuration: { file: 'holdfast.yaml', hash: 'c' },
    agent: 'module ./agent.ts',
    seed,
    trials,
    isolation: 'cell',
    invariants: [],
    scenarios: [],
    cells,
    counts: { pass: 0, fail: 0, error: 0, flaky: 0, 'not-applicable': 0, vacuous: 0, undecided: 0 },
    verdict: 'kept',
    reasons: [],
    usage: { answers: 0, costUsd: 0, tokens: 0 },
    warnings: [],
  }
}

const sameEverywhere = (rate: number) => () => rate

test('a run compared with itself is unchanged in every cell', () => {
  const run = runOf('a', sameEverywhere(0.8))
  const { change, cells } = compareRuns(run, run)
  expect(change).toBe('unchanged')
  expect(new Set(cells.map((cell) => cell.change))).toEqual(new Set(['unchanged']))
})

test('of 200 comparisons of the same agent no more are called different than the level says', () => {
  let falseAlarms = 0
  for (let round = 0; round < 200; round += 1) {
    const { change, level } = compareRuns(
      runOf(`left ${round}`, sameEverywhere(0.85)),
      runOf(`right ${round}`, sameEverywhere(0.85)),
    )
    expect(level).toBe(0.05)
    if (change !== 'unchanged' && change !== 'unstable') falseAlarms += 1
  }
  // oxlint-disable-next-line no-console -- the figure and the reason are there to be read
  console.log(`false alarms in 200 comparisons of the same agent: ${falseAlarms}, the level allows 10`)
  expect(falseAlarms).toBeLessThanOrEqual(10)
})

test('twenty points lost in one cell are called a regression of that cell', () => {
  const before = runOf('b', (invariant, scenario) =>
    invariant === 'honest' && scenario === 'tool-down' ? 0.95 : 0.9,
  )
  const after = runOf('b', (invariant, scenario) =>
    invariant === 'honest' && scenario === 'tool-down' ? 0.7 : 0.9,
  )
  const { change, cells } = compareRuns(before, after)
  expect(change).toBe('regression')
  expect(
    cells
      .filter((cell) => cell.change === 'regression')
      .map(({ invariant, scenario }) => [invariant, scenario]),
  ).toEqual([['honest', 'tool-down']])
  expect(compareRuns(after, before).change).toBe('improvement')
})

test('small losses everywhere add up when no cell alone would tell', () => {
  const before = runOf('c', sameEverywhere(0.9), 40)
  const after = runOf('d', sameEverywhere(0.76), 40)
  const { change, together, cells } = compareRuns(before, after)
  expect(together?.change).toBe('regression')
  expect(change).toBe('regression')
  expect(cells.filter((cell) => cell.change === 'regression').length).toBeLessThan(cells.length)
})

test('cells that share their answers are not added up', () => {
  const shared = (run: RunResult): RunResult => ({ ...run, isolation: 'shared' })
  const { together } = compareRuns(
    shared(runOf('c', sameEverywhere(0.9))),
    shared(runOf('d', sameEverywhere(0.7))),
  )
  expect(together).toBeUndefined()
})

test('one trial that turned out otherwise is unstable and nothing more', () => {
  const { change, cells } = compareRuns(runOf('e', sameEverywhere(1), 1), runOf('e', sameEverywhere(0), 1))
  expect(cells.every((cell) => cell.change === 'unstable')).toBe(true)
  expect(change).not.toBe('unchanged')
})

test('a cell that is in one run only is said to be so', () => {
  const run = runOf('f', sameEverywhere(1))
  const fewer = { ...run, cells: run.cells.slice(1) }
  expect(compareRuns(run, fewer).cells.filter((cell) => cell.change === 'only-before')).toHaveLength(1)
  expect(compareRuns(fewer, run).cells.filter((cell) => cell.change === 'only-after')).toHaveLength(1)
})

test('another contract, configuration or agent is named', () => {
  const run = runOf('g', sameEverywhere(1))
  const other = { ...run, agent: 'http http://localhost', configuration: { file: 'x', hash: 'd' } }
  expect(compareRuns(run, other).cautions).toHaveLength(2)
})

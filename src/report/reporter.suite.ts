import { describe, expect, test } from 'vitest'
import { OUTCOMES, RUN_FORMAT, type RunCell, type RunResult } from '../lab/run-result.ts'
import { PLAIN, type Reporter, type RunReport } from './reporter.ts'

/** What a hostile agent may say: a screen that clears itself, an element that closes, a direction that turns. */
export const HOSTILE =
  'ok \u001b[2J\u001b]0;title\u0007 </failure><script>alert("1")</script> & \u202Eevil \u0000 end'

const LOCATION = { file: 'lab.yaml', line: 7, column: 5 }

/** A result with every outcome once. */
export function everyOutcome(): RunResult {
  const cells = OUTCOMES.map((outcome): RunCell => {
    const isFailed = outcome === 'fail' || outcome === 'flaky' || outcome === 'error'
    return {
      invariant: 'never-fabricate',
      scenario: `in ${outcome}`,
      severity: 'critical',
      outcome,
      ...(outcome === 'vacuous' || outcome === 'undecided' || outcome === 'not-applicable'
        ? { why: `because of ${outcome}` }
        : {}),
      trials: { total: 4, passed: isFailed ? 1 : 4, failed: isFailed ? 3 : 0, errors: 0, unjudged: 0 },
      interval: { lower: 0.1, upper: 0.9 },
      fired: { 'tool.search.error': 4 },
      failures: isFailed ? [failureOf(outcome === 'error' ? 'error' : 'fail')] : [],
    }
  })
  return {
    format: RUN_FORMAT,
    kind: 'contract',
    configuration: { file: 'lab.yaml', hash: 'h' },
    contract: { name: 'Finance', version: '0', hash: 'c' },
    agent: 'http http://localhost:8000/',
    seed: 7,
    trials: 4,
    isolation: 'cell',
    invariants: [
      {
        id: 'never-fabricate',
        operator: 'regex',
        severity: 'critical',
        when: 'always',
        description: '',
        location: LOCATION,
      },
    ],
    scenarios: cells.map(({ scenario }) => ({
      name: scenario,
      faults: [{ faultId: 'tool.search.error', fault: 'error', target: 'search', plane: 'boundary' }],
    })),
    cells,
    counts: { pass: 1, fail: 1, error: 1, flaky: 1, 'not-applicable': 1, vacuous: 1, undecided: 1 },
    score: 25,
    verdict: 'broken',
    reasons: [
      { code: 'critical-failed', cells: 3 },
      { code: 'undecided', cells: 1 },
    ],
    usage: { answers: 28, costUsd: 0.0123, tokens: 900 },
    similarity: 'words in common',
    warnings: [{ code: 'stateful', message: 'Warning: it remembers.' }],
  }
}

function failureOf(outcome: 'fail' | 'error'): RunCell['failures'][number] {
  const common = {
    trial: 2,
    prompt: 'What is the price?',
    outcome,
    calls: [{ tool: 'search', args: '{}', ok: false }],
    ledger: [
      {
        faultId: 'tool.search.error',
        fault: 'error',
        target: 'search',
        plane: 'boundary' as const,
        callId: 'call-1',
      },
    ],
    repeat: 'holdfast contract run -c lab.yaml --seed 7 --only x@y --trial 3',
  }
  if (outcome === 'error') return { ...common, error: { reason: 'crashed', message: HOSTILE } }
  return {
    ...common,
    answer: HOSTILE,
    finding: {
      clauseId: 'never-fabricate',
      operator: 'regex',
      code: 'negated',
      level: 'hard',
      severity: 'critical',
      verdict: 'deny',
      params: { pattern: '\\d' },
      location: LOCATION,
      counted: true,
    },
  }
}

export interface SuiteOptions {
  /** `failures`: formats that are about places in files and know nothing else. */
  readonly shows?: 'everything' | 'failures'
}

/** What every reporter owes. */
export function describeReporter(reporter: Reporter, { shows = 'everything' }: SuiteOptions = {}): void {
  const report: RunReport = { result: everyOutcome() }
  const text = reporter.render(report, PLAIN)

  describe(reporter.name, () => {
    test('says what failed and where the rule stands', () => {
      for (const part of ['never-fabricate', 'in fail', 'lab.yaml']) expect(text).toContain(part)
    })

    test.skipIf(shows === 'failures')('says what chaos did and how to see a failure again', () => {
      expect(text).toContain('search')
      expect(text).toContain('--only x@y --trial 3')
    })

    test.skipIf(shows === 'failures')('shows every outcome', () => {
      for (const outcome of OUTCOMES) expect(text).toContain(outcome)
    })

    test('lets no control character of the agent through', () => {
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u)
    })

    test('gives the same text for the same result', () => {
      expect(reporter.render({ result: everyOutcome() }, PLAIN)).toBe(text)
    })

    test.skipIf(shows === 'failures')('can show a run in which nothing was measured', () => {
      const { score: _, ...rest } = everyOutcome()
      const empty: RunResult = {
        ...rest,
        cells: [],
        invariants: [],
        scenarios: [],
        verdict: 'undecided',
        reasons: [{ code: 'nothing-measured' }],
      }
      expect(reporter.render({ result: empty }, PLAIN).length).toBeGreaterThan(0)
    })
  })
}

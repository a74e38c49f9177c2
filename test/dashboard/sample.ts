import { compileContract, loadContract } from '../../src/contract/index.ts'
import type { ScenarioReport, SuiteReport } from '../../src/conformance/measure/report-shape.ts'
import { createGuard } from '../../src/guard/index.ts'
import type { RunCell, RunResult } from '../../src/lab/run-result.ts'
import type { SessionRecord } from '../../src/model/index.ts'

/** Text that would run, were it ever taken for markup. */
export const HOSTILE = `</script><img src=x onerror="window.__broken=1"><script>window.__broken=2</script>`

export const CONTRACT_FILE = 'contract.yaml'

export const CONTRACT_TEXT = `dsl_version: "0.4"
contractspec: holdfast
kind: agent
name: careful-shell
description: Nothing is deleted
version: "1.0"
invariants:
  process:
    - tool_blocklist:
        id: nothing-is-deleted
        tools: ["rm -rf /*"]
`

/** A session as the guard records it: turns of four events each, every tenth of them with a forbidden call. */
export function recordedSession(sessionId: string, turns: number): readonly SessionRecord[] {
  const loaded = loadContract(CONTRACT_FILE, CONTRACT_TEXT)
  if (loaded.contract === undefined) throw new Error(JSON.stringify(loaded.problems))
  const records: SessionRecord[] = []
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  const guard = createGuard({
    contract: compileContract(loaded.contract),
    nowMs: () => (nowMs += 10),
    sink: { append: (record) => records.push(record) },
  })
  for (let turn = 0; turn < turns; turn += 1) {
    guard.judge({ kind: 'turn-start', sessionId, turn, input: `question ${turn}` })
    guard.judge({
      kind: 'model-response',
      sessionId,
      turn,
      model: 'gpt-5.5',
      provider: 'openai',
      text: turn === 0 ? HOSTILE : `answer ${turn}`,
      usage: { input: 100, output: 20 },
    })
    guard.judge({
      kind: 'tool-call',
      sessionId,
      turn,
      callId: `call-${turn}`,
      tool: 'bash',
      args: { command: turn % 10 === 9 ? 'rm -rf /' : 'ls' },
    })
    guard.judge({ kind: 'turn-end', sessionId, turn, output: `answer ${turn}` })
  }
  return records
}

const SCENARIOS = ['no-chaos', 'search-tool-down', 'llm-degraded']

/** A run of three promises under three scenarios, one cell broken by an answer that is hostile text. */
export function sampleRun(passedWhenDown: number): RunResult {
  const invariants = ['always-cite-source', 'never-fabricate', 'max-latency']
  const cells = SCENARIOS.flatMap((scenario) =>
    invariants.map((invariant): RunCell => cellOf(invariant, scenario, passedWhenDown)),
  )
  return {
    format: 'holdfast.run/1',
    kind: 'contract',
    configuration: { file: 'holdfast.yaml', hash: 'c0ffee' },
    contract: { name: 'Finance Agent Contract', version: '1.0', hash: 'feed' },
    agent: 'module ./agent.ts',
    seed: 4117,
    trials: 100,
    isolation: 'cell',
    invariants: invariants.map((id, index) => ({
      id,
      operator: 'regex',
      severity: index === 2 ? 'medium' : 'critical',
      when: index === 1 ? 'tool_faults_active' : 'always',
      description: `promise ${index}`,
      location: { file: CONTRACT_FILE, line: 8, column: 7 },
    })),
    scenarios: SCENARIOS.map((name) => ({
      name,
      faults:
        name === 'no-chaos'
          ? []
          : [{ faultId: `${name}#0`, fault: 'tool.error', target: 'market_data_api', plane: 'tool' }],
    })),
    cells,
    counts: { pass: 6, fail: 0, error: 0, flaky: 1, 'not-applicable': 2, vacuous: 0, undecided: 0 },
    score: 88.24,
    verdict: 'broken',
    reasons: [{ code: 'critical-failed', cells: 1 }],
    usage: { answers: 700, costUsd: 0.25, tokens: 12_345 },
    warnings: [],
  }
}

function cellOf(invariant: string, scenario: string, passedWhenDown: number): RunCell {
  const isBroken = invariant === 'never-fabricate' && scenario === 'search-tool-down'
  const isIdle = invariant === 'never-fabricate' && scenario !== 'search-tool-down'
  const passed = isIdle ? 0 : isBroken ? passedWhenDown : 100
  const total = isIdle ? 0 : 100
  return {
    invariant,
    scenario,
    severity: invariant === 'max-latency' ? 'medium' : 'critical',
    outcome: isIdle ? 'not-applicable' : passed === total ? 'pass' : 'flaky',
    trials: { total, passed, failed: total - passed, errors: 0, unjudged: 0 },
    ...(total === 0 ? {} : { interval: { lower: Math.max(0, passed / total - 0.1), upper: passed / total } }),
    fired: scenario === 'no-chaos' ? {} : { [`${scenario}#0`]: total },
    failures:
      passed < total
        ? [
            {
              trial: 3,
              prompt: 'What is the price of ACME?',
              outcome: 'fail',
              answer: `${HOSTILE} $123.45`,
              calls: [{ tool: 'market_data_api', args: '{"symbol":"ACME"}', ok: false, result: '503' }],
              ledger: [
                {
                  faultId: `${scenario}#0`,
                  fault: 'tool.error',
                  target: 'market_data_api',
                  plane: 'tool',
                  callId: 'call-1',
                },
              ],
              repeat: 'holdfast contract run -c holdfast.yaml --only never-fabricate --seed 4117',
            },
          ]
        : [],
  }
}

/** A suite of two scenarios, one of which fails in a way that is hostile text. */
export function sampleSuite(): SuiteReport {
  const scenario = (name: string, passed: boolean): ScenarioReport => ({
    name,
    file: `${name}.toml`,
    description: null,
    capabilities: ['condition'],
    trials: 8,
    passed_trials: passed ? 8 : 5,
    pass_k: passed ? 1 : 0,
    pass_hat_k: { 8: passed ? 1 : 0 },
    pass_rate: passed ? 1 : 0.625,
    pass_rate_interval: {
      lower: passed ? 0.67 : 0.3,
      upper: passed ? 1 : 0.86,
      confidence: 0.95,
      method: 'wilson',
    },
    min_pass_rate: null,
    passed,
    certification: null,
    cost: { llm_calls: 1, llm_tokens: 10, node_executions: 3, policy_denials: 0 },
    total_cost: { llm_calls: 8, llm_tokens: 80, node_executions: 24, policy_denials: 0, cost_usd: 0 },
    cost_per_success_tokens: 10,
    total_latency_ms: 8,
    latency_ms: null,
    load_error: null,
    failures: passed ? [] : [HOSTILE],
    failing_trials: passed
      ? []
      : [
          {
            trial: 2,
            variants: [],
            choice: [],
            failures: [HOSTILE],
            repeat: `holdfast conformance run . --only ${name} --trial 2`,
          },
        ],
    sampling: null,
    exercised: ['condition'],
    unobserved_tags: [],
    unused_turns: 0,
    node_coverage: null,
    faults_planned: 0,
    faults_fired: 0,
    denials: 0,
    deterministic: true,
    workflow_hash: null,
  })
  return {
    format: 'holdfast.conformance/1',
    exit_code: 1,
    summary: {
      scenarios: 2,
      passed: 1,
      failed: 1,
      mean_pass_k: 0.5,
      trials: 16,
      pass_rate: 13 / 16,
      pass_rate_interval: null,
      total_llm_calls: 16,
      total_llm_tokens: 160,
      cost_per_success_tokens: 12,
      total_trial_tokens: 160,
      total_passed_trials: 13,
      total_cost_usd: 0,
      with_model: { scenarios: 2, passed_trials: 13, cost_per_success_tokens: 12 },
      coverage: {
        covered: 36,
        total: 37,
        fraction: 36 / 37,
        uncovered: ['shell_run'],
        unknown_tags: [],
        unobserved_tags: [],
      },
    },
    scenarios: [scenario('router', false), scenario('greeter', true)],
    gate: { floor: null, violations: [] },
    forecast: null,
    drift: null,
    problems: [],
    skipped_files: [],
  }
}

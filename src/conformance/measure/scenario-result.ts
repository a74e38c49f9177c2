import { quantile } from '../../metrics/index.ts'
import { isCapability, type Capability } from '../capabilities.ts'
import type { Workflow } from '../../workflow/index.ts'
import type { Scenario } from '../model.ts'
import type { TrialPlan } from '../sampling/plan-trials.ts'
import { NO_COST, type TrialCost } from '../trial/observation.ts'
import type { TrialOutcome } from './trial-outcome.ts'

const MAX_FAILING_KEPT = 100
const MAX_LATENCIES = 10_000

export interface FailingTrial {
  readonly trial: number
  readonly failures: readonly string[]
  /** The names of the answers it got, where they have names. */
  readonly variants: readonly string[]
  readonly choice: readonly number[]
}

/** All trials of a scenario, folded into one value whose size does not depend on their number. */
export interface ScenarioResult {
  readonly scenario: Scenario
  readonly workflowHash?: string
  readonly trials: number
  readonly passedTrials: number
  readonly couldNotRun: number
  readonly failing: readonly FailingTrial[]
  readonly firstCost: TrialCost
  readonly totalCost: TrialCost
  readonly totalLatencyMs: number
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly max: number }
  readonly combinations: number
  /** How many different combinations were really tried. */
  readonly combinationsTried: number
  /** What did its work in trials that passed. */
  readonly exercised: readonly Capability[]
  /** Claimed by the scenario and not even begun. */
  readonly unobservedTags: readonly string[]
  readonly unknownTags: readonly string[]
  /** Nodes of the workflow that no trial came to. */
  readonly unvisitedNodes: readonly string[]
  readonly nodes: number
  readonly unusedTurns: number
  readonly faultsPlanned: number
  readonly faultsFired: number
  readonly denials: number
}

/** Takes trials in, in their order. */
export class ScenarioFold {
  readonly #scenario: Scenario
  readonly #plan: TrialPlan
  readonly #failing: FailingTrial[] = []
  readonly #done = new Set<Capability>()
  readonly #begun = new Set<Capability>()
  readonly #tried = new Set<string>()
  readonly #latencies: number[] = []
  readonly #visited = new Set<string>()
  #trials = 0
  #passed = 0
  #couldNotRun = 0
  #firstCost: TrialCost = NO_COST
  #totalCost: TrialCost = NO_COST
  #totalLatencyMs = 0
  #maxLatencyMs = 0
  #unusedTurns = Infinity
  #faultsFired = 0
  #denials = 0

  constructor(scenario: Scenario, plan: TrialPlan) {
    this.#scenario = scenario
    this.#plan = plan
  }

  add(outcome: TrialOutcome): void {
    const { trial, choice, failures, cost, elapsedMs, done, begun } = outcome
    if (this.#trials === 0) this.#firstCost = cost
    this.#trials += 1
    this.#totalCost = sum(this.#totalCost, cost)
    this.#totalLatencyMs += elapsedMs
    this.#maxLatencyMs = Math.max(this.#maxLatencyMs, elapsedMs)
    if (this.#latencies.length < MAX_LATENCIES) this.#latencies.push(elapsedMs)
    this.#tried.add(choice.join(','))
    this.#unusedTurns = Math.min(this.#unusedTurns, outcome.unusedTurns)
    this.#faultsFired += outcome.faultsFired
    this.#denials += outcome.denials
    for (const capability of begun) this.#begun.add(capability)
    for (const id of outcome.visited) this.#visited.add(id)
    if (outcome.couldNotRun) this.#couldNotRun += 1
    if (failures.length === 0) {
      this.#passed += 1
      for (const capability of done) this.#done.add(capability)
    } else if (this.#failing.length < MAX_FAILING_KEPT)
      this.#failing.push({ trial, failures, choice, variants: this.#namesOf(choice) })
  }

  #namesOf(choice: readonly number[]): readonly string[] {
    return choice.flatMap((index, turn) => this.#scenario.turns[turn]?.[index]?.name ?? [])
  }

  finish(workflow?: Workflow): ScenarioResult {
    const { capabilities, faults } = this.#scenario
    const nodes = workflow?.nodes ?? []
    // several answers, really drawn more than once: that is what makes it a measure of reliability
    if (this.#tried.size > 1 && this.#passed > 0) this.#done.add('reliability_passk')
    const begun = new Set<string>([...this.#begun, ...this.#done])
    return {
      scenario: this.#scenario,
      ...(workflow !== undefined && { workflowHash: workflow.hash }),
      trials: this.#trials,
      passedTrials: this.#passed,
      couldNotRun: this.#couldNotRun,
      failing: this.#failing,
      firstCost: this.#firstCost,
      totalCost: this.#totalCost,
      totalLatencyMs: this.#totalLatencyMs,
      latencyMs: {
        p50: quantile(this.#latencies, 0.5) ?? 0,
        p95: quantile(this.#latencies, 0.95) ?? 0,
        max: this.#maxLatencyMs,
      },
      combinations: this.#plan.combinations,
      combinationsTried: this.#tried.size,
      exercised: [...this.#done],
      unobservedTags: capabilities.filter((tag) => isCapability(tag) && !begun.has(tag)),
      unknownTags: capabilities.filter((tag) => !isCapability(tag)),
      nodes: nodes.length,
      unvisitedNodes: nodes.map(({ id }) => id).filter((id) => !this.#visited.has(id)),
      faultsPlanned: faults.intel.length + faults.nodes.length + (faults.crashBefore === undefined ? 0 : 1),
      unusedTurns: this.#unusedTurns === Infinity ? 0 : this.#unusedTurns,
      faultsFired: this.#faultsFired,
      denials: this.#denials,
    }
  }
}

function sum(left: TrialCost, right: TrialCost): TrialCost {
  return {
    llmCalls: left.llmCalls + right.llmCalls,
    llmTokens: left.llmTokens + right.llmTokens,
    nodeExecutions: left.nodeExecutions + right.nodeExecutions,
    policyDenials: left.policyDenials + right.policyDenials,
    costUsd: left.costUsd + right.costUsd,
  }
}

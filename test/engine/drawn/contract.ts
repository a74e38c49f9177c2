import * as fc from 'fast-check'
import type { CheckDraft, ConstraintDraft, ContractDraft, StrategyDraft } from '../reference/draft.ts'
import { EXPRESSIONS } from '../reference/expressions.ts'
import { FIELDS, pick, VALUES, type Drawn } from './alphabet.ts'
import { CONDITIONS, drawnOperator } from './operators.ts'

const predicate: Drawn<Pick<ConstraintDraft, 'predicate' | 'value'>> = fc.oneof(
  fc.record({
    predicate: pick(['equals', 'not_equals']),
    value: pick(VALUES.filter((value) => value !== null)),
  }),
  fc.record({ predicate: pick(['gt', 'gte', 'lt', 'lte']), value: pick([0, 1, 2, 0.5]) }),
  fc.record({
    predicate: fc.constant('between'),
    value: pick([
      [0, 1],
      [1, 2],
      [2, 30],
    ]),
  }),
  fc.record({ predicate: pick(['in', 'not_in']), value: pick([[1, 'kind'], [true, { a: 1 }], [[]]]) }),
  fc.record({ predicate: pick(['contains', 'not_contains']), value: pick(['kind', '1', 'e', '']) }),
  fc.record({ predicate: fc.constant('matches'), value: pick(['^k', '[0-9]', 'e$', 'true']) }),
  fc.record({ predicate: fc.constant('exists'), value: fc.boolean() }),
  fc.record({ predicate: fc.constant('expr'), value: pick(Object.keys(EXPRESSIONS)) }),
)

const constraint: Drawn<Omit<ConstraintDraft, 'name'>> = fc
  .tuple(pick(FIELDS), predicate, CONDITIONS)
  .map(([field, drawn, when]) => ({ field, ...drawn, when }))

const STRATEGY_NAMES = ['s0', 's1', 's2'] as const

/** Each may fall back on a later one only, so that there is no circle. */
const strategies: Drawn<StrategyDraft[]> = fc.tuple(
  ...STRATEGY_NAMES.map((name, index) =>
    fc.record(
      {
        name: fc.constant(name as string),
        type: pick(['inject_correction', 'reduce_autonomy', 'pause_and_escalate', 'graceful_shutdown']),
        actions: fc.subarray(['Read', 'sea*', 'be kind', 'be very brief']),
        max_attempts: pick([1, 2]),
        ...(index + 1 < STRATEGY_NAMES.length
          ? { fallback: fc.constant(STRATEGY_NAMES[index + 1]! as string) }
          : {}),
      },
      { requiredKeys: ['name', 'type'] },
    ),
  ),
)

const softConstraint: Drawn<Omit<ConstraintDraft, 'name'>> = fc
  .tuple(
    constraint,
    fc.record({ recovery: pick(STRATEGY_NAMES), recovery_window: pick([1, 2]) }, { requiredKeys: [] }),
  )
  .map(([drawn, recovery]) => ({ ...drawn, ...recovery }))

const check: Drawn<Omit<CheckDraft, 'id'>> = fc
  .tuple(
    fc.oneof(
      fc.record({ type: fc.constant('contains'), options: fc.record({ value: pick(['hello', 'COST']) }) }),
      fc.record({ type: fc.constant('output_not_empty'), options: fc.constant({}) }),
      fc.record({ type: fc.constant('max_tool_calls'), options: fc.record({ max_calls: pick([0, 1, 3]) }) }),
      fc.record({
        type: fc.constant('tool_called'),
        options: fc.record({ tool: pick(['lookup', 'search|deploy']) }),
      }),
      fc.record({ type: fc.constant('latency'), options: fc.record({ max_ms: pick([10, 500]) }) }),
    ),
    fc.record({ severity: pick(['critical', 'low']), negate: fc.boolean() }, { requiredKeys: [] }),
    CONDITIONS,
  )
  .map(([drawn, rest, when]) => ({ ...drawn, ...rest, when }))

/** Contracts of a few clauses of every kind. */
export const drawnContract: Drawn<ContractDraft> = fc
  .record({
    preconditions: fc.array(constraint, { maxLength: 1 }),
    hard: fc.array(constraint, { maxLength: 2 }),
    soft: fc.array(softConstraint, { maxLength: 2 }),
    governanceHard: fc.array(constraint, { maxLength: 1 }),
    governanceSoft: fc.array(softConstraint, { maxLength: 1 }),
    process: fc.array(drawnOperator, { maxLength: 5 }),
    output: fc.array(check, { maxLength: 1 }),
    recovery: fc
      .tuple(
        fc.record(
          {
            on_hard_violation: pick(['raise', 'log_and_continue']),
            on_soft_violation: pick(['log_and_continue', 'log_and_continue', 'raise']),
          },
          { requiredKeys: [] },
        ),
        strategies,
      )
      .map(([settings, list]) => ({ ...settings, strategies: list })),
  })
  .map(({ process, output, recovery, ...constraints }) => ({
    ...(Object.fromEntries(
      Object.entries(constraints).map(([section, list]) => [
        section,
        list.map((each, index) => ({ name: `${section}-${index}`, ...each })),
      ]),
    ) as unknown as Omit<ContractDraft, 'process' | 'output' | 'recovery'>),
    process: process.map((each, index) => ({ id: `process-${index}`, ...each })),
    output: output.map((each, index) => ({ id: `output-${index}`, ...each })),
    recovery,
  }))

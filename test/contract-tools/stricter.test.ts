import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffContracts, type Side } from '../../src/contract-tools/index.ts'
import type { CompiledContract } from '../../src/contract/index.ts'
import { evaluate, openSession } from '../../src/engine/index.ts'
import { strictest, VERDICTS, type AgentEvent, type Decision, type Verdict } from '../../src/model/index.ts'
import { VALUES } from '../engine/drawn/alphabet.ts'
import { drawnContract, drawnSession, placed, type DrawnEvent } from '../engine/drawn/index.ts'
import { drawnOperator } from '../engine/drawn/operators.ts'
import { compiledOf } from '../engine/engine-side.ts'
import { draftText, type ContractDraft, type OperatorDraft } from '../engine/reference/draft.ts'

const SEED = Number(process.env['HOLDFAST_SEED'] ?? 20_262)
const TIMES = process.env['HOLDFAST_LONG'] === '1' ? 50 : 1

/** What strategies do later depends on how often they have failed before, which a stricter clause hastens. */
const BY_STRATEGIES = new Set(['autonomy-reduced', 'paused', 'session-ended'])

/** Places are of no interest here. */
function sideOf({ contract }: CompiledContract): Side {
  return { contract, sources: [] }
}

/** Same names, other contents, for about half of the clauses; some are dropped, some added. */
function variant(
  base: ContractDraft,
  other: ContractDraft,
  pool: readonly Pool[],
  mask: readonly boolean[],
): ContractDraft {
  let at = 0
  const chosen = (): boolean => mask[at++ % mask.length]!
  const swapped = <T extends { readonly name: string }>(own: readonly T[], others: readonly T[]): T[] =>
    own.map((each, index) => {
      const replacement = others[index]
      return replacement === undefined || chosen() ? each : { ...replacement, name: each.name }
    })
  return {
    ...base,
    preconditions: swapped(base.preconditions, other.preconditions),
    hard: swapped(base.hard, other.hard),
    soft: swapped(base.soft, other.soft),
    governanceHard: [...base.governanceHard, ...(chosen() ? [] : renamed(other.governanceHard))],
    governanceSoft: swapped(base.governanceSoft, other.governanceSoft),
    process: base.process.flatMap((each): OperatorDraft[] => {
      const { operator } = each
      // a lower threshold of drift speaks earlier and is then silent, which is stricter but not event by event
      const same = operator === 'process_drift' ? undefined : pool.find((one) => one.operator === operator)
      return same === undefined || chosen()
        ? [each]
        : [{ ...each, ...(chosen() ? {} : { when: same.when }), options: partly(each, same, chosen) }]
    }),
    output: base.output.map((each, index) => {
      const replacement = other.output[index]
      return replacement === undefined || chosen() ? each : { ...replacement, id: each.id }
    }),
    recovery: chosen() ? base.recovery : { ...other.recovery, strategies: base.recovery.strategies },
  }
}

type Pool = Omit<OperatorDraft, 'id'>

/** One or a few keys of another draw: two clauses with nothing in common say nothing about order. */
function partly({ options }: OperatorDraft, other: Pool, keep: () => boolean): OperatorDraft['options'] {
  const taken = Object.entries(other.options).filter(() => !keep())
  return { ...options, ...Object.fromEntries(taken) }
}

function renamed<T extends { readonly name: string }>(clauses: readonly T[]): T[] {
  return clauses.map((each) => ({ ...each, name: `added-${each.name}` }))
}

function verdictOf({ findings }: Decision): Verdict {
  return strictest(findings.filter(({ code }) => !BY_STRATEGIES.has(code)).map(({ verdict }) => verdict))
}

/** Drawn once, because drawing takes longer than judging. */
const SESSIONS = fc.sample(drawnSession(40), { seed: SEED, numRuns: 15 })
const OPERATORS = fc.sample(drawnOperator, { seed: SEED, numRuns: 800 })

/** What a claim was held against; a law that nothing was held against is no law. */
class Evidence {
  claims = 0
  denials = 0
  differing = 0

  /** Both ways round: whenever the second is called stricter or the same, it must be. */
  weigh(
    drafts: readonly [ContractDraft, ContractDraft],
    sessions: readonly (readonly DrawnEvent[])[] = SESSIONS,
  ): void {
    if (draftText(drafts[0]) === draftText(drafts[1])) return
    const [one, other] = [compiledOf(drafts[0]), compiledOf(drafts[1])]
    for (const [old, next] of [
      [one, other],
      [other, one],
    ] as const) {
      const { verdict } = diffContracts(sideOf(old), sideOf(next))
      if (verdict !== 'same' && verdict !== 'stricter') continue
      if (verdict === 'stricter') this.claims += 1
      for (const session of sessions) this.#compare([old, next], placed(session, drafts[0]))
    }
  }

  /** Both judge the same history, in shadow: what one refused the other would never have seen. */
  #compare(
    [before, after]: readonly [CompiledContract, CompiledContract],
    events: readonly AgentEvent[],
  ): void {
    let oldSession = openSession(before, 'session', 'shadow')
    let newSession = openSession(after, 'session', 'shadow')
    for (const event of events) {
      const [theirs, ours] = [evaluate(before, oldSession, event), evaluate(after, newSession, event)]
      ;[oldSession, newSession] = [theirs.session, ours.session]
      const [was, is] = [verdictOf(theirs.decision), verdictOf(ours.decision)]
      if (was === 'deny') this.denials += 1
      if (was !== is) this.differing += 1
      if (VERDICTS.indexOf(is) < VERDICTS.indexOf(was))
        expect({ event, was, is, old: before.contract.clauses, new: after.contract.clauses }).toBe('stricter')
    }
  }
}

test(
  'a contract that is called stricter or the same decides no event more mildly',
  { timeout: 240_000 },
  () => {
    const evidence = new Evidence()
    fc.assert(
      fc.property(
        drawnContract,
        drawnContract,
        fc.array(drawnOperator, { minLength: 25, maxLength: 25 }),
        fc.array(fc.oneof(fc.boolean(), fc.constant(true)), { minLength: 12, maxLength: 12 }),
        (base, other, pool, mask) => evidence.weigh([base, variant(base, other, pool, mask)]),
      ),
      { seed: SEED, numRuns: 150 * TIMES },
    )
    expect(evidence.claims).toBeGreaterThan(20)
    expect(evidence.denials).toBeGreaterThan(100)
  },
)

const NOTHING: ContractDraft = {
  preconditions: [],
  hard: [],
  soft: [],
  governanceHard: [],
  governanceSoft: [],
  process: [],
  output: [],
  recovery: { strategies: [] },
}

const consequences = fc.record(
  {
    on_hard_violation: fc.constantFrom('raise', 'raise', 'log_and_continue'),
    on_soft_violation: fc.constantFrom('raise', 'raise', 'log_and_continue'),
  },
  { requiredKeys: [] },
)
const keeps = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 })

test.each([
  'tool_blocklist',
  'tool_allowlist',
  'must_state',
  'must_precede',
  'context_budget',
  'judge_predicate',
  'pii_filter',
  'cost_ceiling',
  'repetition_guard',
])('of two clauses of %s the one called stricter misses nothing', { timeout: 120_000 }, (name) => {
  const evidence = new Evidence()
  const clause = fc.constantFrom(...OPERATORS.filter(({ operator }) => operator === name))
  fc.assert(
    fc.property(clause, clause, keeps, consequences, (one, other, kept, settings) => {
      let at = 0
      const first = { id: 'process-0', ...one, when: 'always' }
      const second = { ...first, options: partly(first, other, () => kept[at++ % kept.length]!) }
      const draftOf = (each: OperatorDraft): ContractDraft => ({
        ...NOTHING,
        process: [each],
        recovery: { ...settings, strategies: [] },
      })
      evidence.weigh([draftOf(first), draftOf(second)])
    }),
    { seed: SEED, numRuns: 300 * TIMES },
  )
  expect(evidence.claims).toBeGreaterThan(20)
  expect(evidence.denials).toBeGreaterThan(20)
  expect(evidence.differing).toBeGreaterThan(5)
})

test('of two constraints on a field the one called stricter misses nothing', { timeout: 120_000 }, () => {
  const evidence = new Evidence()
  const constraint = drawnContract.filter(({ hard }) => hard.length > 0).map(({ hard }) => hard[0]!)
  const session = VALUES.flatMap((value): DrawnEvent[] => [
    { kind: 'turn-start' },
    { kind: 'state', fields: { tone: value } },
    { kind: 'turn-end' },
  ])
  fc.assert(
    fc.property(constraint, constraint, (one, other) => {
      const draftOf = (each: typeof one): ContractDraft => ({
        ...NOTHING,
        hard: [{ name: 'tone', field: 'tone', predicate: each.predicate, value: each.value }],
      })
      evidence.weigh([draftOf(one), draftOf(other)], [[{ kind: 'turn-end' }, ...session]])
    }),
    { seed: SEED, numRuns: 800 * TIMES },
  )
  expect(evidence.claims).toBeGreaterThan(50)
  expect(evidence.differing).toBeGreaterThan(100)
})

test('of two checks of one type the one called stricter misses nothing', { timeout: 120_000 }, () => {
  const evidence = new Evidence()
  const drawn = fc.sample(drawnContract, { seed: SEED, numRuns: 200 }).flatMap(({ output }) => output)
  // there are few of them, so every two are compared
  const checks = [
    ...new Map(
      drawn.map(({ type, options }) => [JSON.stringify({ type, options }), { type, options }]),
    ).values(),
  ]
  for (const one of checks)
    for (const other of checks.filter(({ type }) => type === one.type))
      for (const negate of [false, true]) {
        const draftOf = (each: typeof one): ContractDraft => ({
          ...NOTHING,
          output: [{ id: 'answer', ...each, negate, severity: 'critical' }],
        })
        evidence.weigh([draftOf(one), draftOf(other)])
      }
  expect(evidence.claims).toBeGreaterThan(8)
  expect(evidence.differing).toBeGreaterThan(10)
})

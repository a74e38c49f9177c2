import type { ClauseSource, Recovery, Section } from '../../contract/index.ts'
import { canonicalJson } from '../../kit/canonical-json.ts'
import { SEVERITIES, VERDICTS, type Verdict } from '../../model/index.ts'
import { conditionCovers } from '../conditions.ts'
import { CHECK_ORDERS } from './checks.ts'
import { contextBudgetOrder, costCeilingOrder, driftOrder, repetitionOrder } from './limits.ts'
import { mustPrecedeOrder, mustStateOrder } from './order-of-acts.ts'
import type { Orders } from './order.ts'
import { allowlistOrder, blocklistOrder } from './tool-lists.ts'
import { accepts, valueTest } from './values.ts'
import { judgeOrder, piiFilterOrder } from './watchers.ts'

const OPERATOR_ORDERS: Orders = {
  tool_blocklist: blocklistOrder,
  tool_allowlist: allowlistOrder,
  must_state: mustStateOrder,
  must_precede: mustPrecedeOrder,
  context_budget: contextBudgetOrder,
  process_drift: driftOrder,
  judge_predicate: judgeOrder,
  pii_filter: piiFilterOrder,
  cost_ceiling: costCeilingOrder,
  repetition_guard: repetitionOrder,
}

/** When a clause is judged; only clauses of one moment can stand in for each other. */
const MOMENT = {
  preconditions: 'before the first act',
  'invariants.hard': 'at the end of a turn',
  'invariants.soft': 'at the end of a turn',
  'governance.hard': 'at the end of a turn',
  'governance.soft': 'at the end of a turn',
  'invariants.process': 'during the turn',
  'invariants.output': 'on the answer',
} as const satisfies Record<Section, string>

export function momentOf({ section }: ClauseSource): string {
  return MOMENT[section]
}

/** What the clauses of one side lead to. */
export type Consequences = Pick<Recovery, 'onHardViolation' | 'onSoftViolation'>

/**
 * Given the same history, whatever `right` does to an event, `left` does at least as much. Never says so wrongly: what
 * cannot be compared is not at least as strict, whichever way round.
 */
export function isAtLeastAsStrict(
  left: ClauseSource,
  right: ClauseSource,
  consequences: Consequences,
): boolean {
  return (
    momentOf(left) === momentOf(right) &&
    conditionCovers(left.when, right.when) &&
    objectsToAll(left, right) &&
    actsAsMuch(left, right, consequences)
  )
}

/** At least as strict, and what `clause` does besides objecting, `other` does too: nobody would miss it. */
export function canStandIn(other: ClauseSource, clause: ClauseSource, consequences: Consequences): boolean {
  return (
    isAtLeastAsStrict(other, clause, consequences) &&
    SEVERITIES.indexOf(other.severity) <= SEVERITIES.indexOf(clause.severity) &&
    canonicalJson(other.probes) === canonicalJson(clause.probes) &&
    (clause.recovery === undefined || canonicalJson(other.recovery) === canonicalJson(clause.recovery))
  )
}

/** Whatever `right` objects to, `left` objects to as well, whatever either does about it. */
export function objectsToAll(left: ClauseSource, right: ClauseSource): boolean {
  if (meaningOf(left) === meaningOf(right)) return true
  if (left.field !== right.field) return false
  const [leftTest, rightTest] = [testOf(left), testOf(right)]
  if (leftTest !== undefined && rightTest !== undefined) return accepts(leftTest, rightTest)
  if (left.operator !== right.operator || left.section !== right.section) return false
  const order = orderOf(left)
  if (order === undefined || left.negate !== right.negate) return false
  return left.negate === true
    ? order.covers(right.options as never, left.options as never)
    : order.covers(left.options as never, right.options as never)
}

function actsAsMuch(left: ClauseSource, right: ClauseSource, consequences: Consequences): boolean {
  const [ours, theirs] = [verdictsOf(left, consequences), verdictsOf(right, consequences)]
  return theirs.every((verdict, at) => VERDICTS.indexOf(ours[at]!) >= VERDICTS.indexOf(verdict))
}

function verdictsOf(clause: ClauseSource, consequences: Consequences): readonly Verdict[] {
  const own = orderOf(clause)?.verdicts?.(clause.options as never)
  const verdicts = own ?? [clause.level === 'hard' ? ('deny' as const) : ('warn' as const)]
  return verdicts.map((verdict) => consequenceOf(clause, verdict, consequences))
}

/** The engine's own rule: a rewrite has dealt with the breach, and what is only logged is no breach to raise. */
function consequenceOf(
  { level }: ClauseSource,
  verdict: Verdict,
  { onHardViolation, onSoftViolation }: Consequences,
): Verdict {
  if (verdict === 'rewrite' || verdict === 'allow') return verdict
  if (level === 'soft') return onSoftViolation === 'raise' ? 'deny' : verdict
  return onHardViolation === 'log_and_continue' ? 'warn' : verdict
}

function orderOf({ section, operator }: ClauseSource): Orders[string] | undefined {
  if (section === 'invariants.process')
    return Object.hasOwn(OPERATOR_ORDERS, operator) ? OPERATOR_ORDERS[operator] : undefined
  if (section !== 'invariants.output') return undefined
  const checks: Orders = CHECK_ORDERS
  return Object.hasOwn(checks, operator) ? checks[operator] : undefined
}

function testOf(clause: ClauseSource): ReturnType<typeof valueTest> {
  return clause.field === undefined ? undefined : valueTest(clause)
}

// a clause is compared with many others
const meanings = new WeakMap<ClauseSource, string>()

/** What a clause is about, without its name, its place and what it leads to. */
export function meaningOf(clause: ClauseSource): string {
  const known = meanings.get(clause)
  if (known !== undefined) return known
  const { operator, field, options, negate } = clause
  const parts = { moment: momentOf(clause), operator, field, options, negate: negate === true }
  const meaning = canonicalJson(parts)
  meanings.set(clause, meaning)
  return meaning
}

import type { Finding, Level, SessionRecord } from '../model/index.ts'

/** Breaches of one clause. */
export interface ClauseViolations {
  readonly operator: string
  readonly level: Level
  readonly counted: number
  /** Enforced again inside the clause's scope, and not counted again. */
  readonly repeats: number
  readonly thetaPenalty: number
}

export interface ViolationsState {
  readonly hard: number
  readonly soft: number
  readonly repeats: number
  readonly thetaPenalty: number
  readonly byClause: Readonly<Record<string, ClauseViolations>>
}

export interface Violations extends ViolationsState {
  /** Counted violation events. */
  readonly total: number
  readonly byOperator: Readonly<Record<string, number>>
  /** E; `undefined` when no turn ended and nothing was violated. */
  readonly perTurn: number | undefined
}

export const NO_VIOLATIONS: ViolationsState = { hard: 0, soft: 0, repeats: 0, thetaPenalty: 0, byClause: {} }

export function addViolations(state: ViolationsState, { decision }: SessionRecord): ViolationsState {
  return decision.findings.length === 0 ? state : decision.findings.reduce(addFinding, state)
}

/**
 * A turn that has not ended adds its violations and does not yet add to the turns they are spread over: an
 * unfinished session looks no better than it is. Before the first turn ends E is counted over one turn.
 */
export function finishViolations(state: ViolationsState, turns: number): Violations {
  const total = state.hard + state.soft
  const perTurn = turns === 0 && total === 0 ? undefined : total / Math.max(turns, 1)
  return { ...state, total, byOperator: countByOperator(state.byClause), perTurn }
}

function addFinding(state: ViolationsState, finding: Finding): ViolationsState {
  const once = finding.counted ? 1 : 0
  const penalty = finding.counted ? penaltyOf(finding) : 0
  return {
    hard: state.hard + (finding.level === 'hard' ? once : 0),
    soft: state.soft + (finding.level === 'soft' ? once : 0),
    repeats: state.repeats + 1 - once,
    thetaPenalty: state.thetaPenalty + penalty,
    byClause: { ...state.byClause, [finding.clauseId]: addToClause(state.byClause, finding, once, penalty) },
  }
}

function addToClause(
  byClause: ViolationsState['byClause'],
  { clauseId, operator, level }: Finding,
  once: number,
  penalty: number,
): ClauseViolations {
  const known = Object.hasOwn(byClause, clauseId) ? byClause[clauseId] : undefined
  return {
    operator,
    level,
    counted: (known?.counted ?? 0) + once,
    repeats: (known?.repeats ?? 0) + 1 - once,
    thetaPenalty: (known?.thetaPenalty ?? 0) + penalty,
  }
}

/** A penalty lowers Θ whichever sign it was written with. */
function penaltyOf({ thetaPenalty = 0 }: Finding): number {
  return Math.abs(thetaPenalty)
}

function countByOperator(byClause: ViolationsState['byClause']): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { operator, counted } of Object.values(byClause))
    counts.set(operator, (counts.get(operator) ?? 0) + counted)
  return Object.fromEntries(counts)
}

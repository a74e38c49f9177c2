/**
 * A contract is (p, δ, k)-satisfied when hard clauses hold in all turns with probability p, soft compliance
 * never falls more than δ below 1, and after each soft violation is back at 1 within k turns.
 */
export type SatisfactionVerdict = 'satisfied' | 'violated' | 'undecided'

/** `not-judged`: no clause of that level was judged, so the condition has nothing to say. */
export type ConditionOutcome = 'held' | 'broken' | 'undecided' | 'not-judged'

export interface Condition {
  readonly condition: 'p' | 'delta' | 'k'
  readonly outcome: ConditionOutcome
  readonly code: ReasonCode
  readonly params: Readonly<Record<string, number>>
}

export type ReasonCode =
  | 'hard-kept'
  | 'hard-broken'
  | 'bound-above-p'
  | 'bound-below-p'
  | 'bound-straddles-p'
  | 'within-delta'
  | 'beyond-delta'
  | 'recovered-in-time'
  | 'not-recovered-in-time'
  | 'recovery-window-open'
  | 'nothing-judged'

/** Violations by what became of them within k turns. */
export interface Recoveries {
  readonly recovered: number
  readonly failed: number
  /** The session ended, or has not yet gone on, before the k turns were over: neither recovered nor failed. */
  readonly open: number
}

export interface Conclusion {
  readonly verdict: SatisfactionVerdict
  /** The three conditions, held or not. */
  readonly conditions: readonly Condition[]
  /** Those that keep the verdict from being `satisfied`. */
  readonly reasons: readonly Condition[]
}

/**
 * One broken condition violates, one undecided leaves it open. A level that was never judged does not stand in
 * the way, because a contract may have clauses of one level only; when nothing at all was judged nothing is known.
 */
export function conclude(conditions: readonly Condition[]): Conclusion {
  const having = (wanted: ConditionOutcome) => conditions.filter(({ outcome }) => outcome === wanted)
  const [broken, undecided, unjudged] = [having('broken'), having('undecided'), having('not-judged')]
  if (broken.length > 0) return { verdict: 'violated', conditions, reasons: [...broken, ...undecided] }
  if (unjudged.length === conditions.length) return { verdict: 'undecided', conditions, reasons: unjudged }
  return { verdict: undecided.length > 0 ? 'undecided' : 'satisfied', conditions, reasons: undecided }
}

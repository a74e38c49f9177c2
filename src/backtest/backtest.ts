import { NO_MOMENTS, addValue, meanOf, type Moments } from '../metrics/index.ts'
import type { Location } from '../model/index.ts'
import type { SessionBacktest } from './backtest-session.ts'
import { speakersOf } from './flip.ts'

/** A clause behind flips: of the candidate when it began to object, of the old contract when it stopped. */
export interface FlippingClause {
  readonly clauseId: string
  readonly contract: 'old' | 'candidate'
  readonly location: Location
  readonly flips: number
}

/** Means over the sessions in which anything was judged; `undefined` means that nothing was. */
export interface MeanCompliance {
  readonly hard: number | undefined
  readonly soft: number | undefined
}

export interface BacktestTotals {
  readonly sessions: number
  readonly judged: number
  readonly folded: number
  readonly compared: number
  readonly flips: {
    readonly total: number
    /** Those that do not depend on what a session would have done afterwards. */
    readonly certain: number
    readonly toDeny: number
    readonly toAllow: number
    /** To `warn`, `rewrite` or `ask`. */
    readonly other: number
  }
  readonly unchanged: number
  readonly hidden: number
  readonly unasked: number
  readonly compliance: { readonly before: MeanCompliance; readonly after: MeanCompliance }
  /** Most flips first. */
  readonly clauses: readonly FlippingClause[]
}

interface Means {
  hard: Moments
  soft: Moments
}

/** Adds sessions up as they come, so that none of them has to be kept. */
export class BacktestFold {
  #sums = { sessions: 0, judged: 0, folded: 0, compared: 0, hidden: 0, unasked: 0 }
  #flips = { total: 0, certain: 0, toDeny: 0, toAllow: 0, other: 0 }
  readonly #before: Means = { hard: NO_MOMENTS, soft: NO_MOMENTS }
  readonly #after: Means = { hard: NO_MOMENTS, soft: NO_MOMENTS }
  readonly #clauses = new Map<string, FlippingClause>()

  add(session: SessionBacktest): void {
    const { judged, folded, compared, hidden, unasked, compliance } = session
    const sums = this.#sums
    this.#sums = {
      sessions: sums.sessions + 1,
      judged: sums.judged + judged,
      folded: sums.folded + folded,
      compared: sums.compared + compared,
      hidden: sums.hidden + hidden,
      unasked: sums.unasked + unasked,
    }
    addMeans(this.#before, compliance.before)
    addMeans(this.#after, compliance.after)
    this.#addFlips(session)
  }

  totals(): BacktestTotals {
    return {
      ...this.#sums,
      flips: this.#flips,
      unchanged: this.#sums.judged - this.#flips.total - this.#sums.hidden,
      compliance: { before: meansOf(this.#before), after: meansOf(this.#after) },
      clauses: [...this.#clauses.values()].toSorted(
        (left, right) => right.flips - left.flips || (left.clauseId < right.clauseId ? -1 : 1),
      ),
    }
  }

  #addFlips({ flips }: SessionBacktest): void {
    for (const { before, after, doubt } of flips) {
      const sums = this.#flips
      const kind = after.verdict === 'deny' ? 'toDeny' : after.verdict === 'allow' ? 'toAllow' : 'other'
      this.#flips = {
        ...sums,
        total: sums.total + 1,
        certain: sums.certain + (doubt === undefined ? 1 : 0),
        [kind]: sums[kind] + 1,
      }
      const oldSpeakers = speakersOf(before).map((finding) => ({ ...finding, contract: 'old' as const }))
      const newSpeakers = speakersOf(after).map((finding) => ({ ...finding, contract: 'candidate' as const }))
      for (const { clauseId, location, contract } of distinct([...oldSpeakers, ...newSpeakers])) {
        const key = `${contract} ${clauseId}`
        const known = this.#clauses.get(key)
        this.#clauses.set(key, { clauseId, contract, location, flips: (known?.flips ?? 0) + 1 })
      }
    }
  }
}

/** A clause may have several findings about one event; that is still one flip. */
function distinct<Speaker extends { readonly clauseId: string; readonly contract: string }>(
  speakers: readonly Speaker[],
): readonly Speaker[] {
  return [...new Map(speakers.map((each) => [`${each.contract} ${each.clauseId}`, each])).values()]
}

function addMeans(means: Means, { hard, soft }: MeanCompliance): void {
  if (hard !== undefined) means.hard = addValue(means.hard, hard)
  if (soft !== undefined) means.soft = addValue(means.soft, soft)
}

function meansOf({ hard, soft }: Means): MeanCompliance {
  return { hard: meanOf(hard), soft: meanOf(soft) }
}

import type { Tally, TurnTally } from '../model/index.ts'
import { addIfDefined, meanOf, NO_MOMENTS, type Moments } from './moments.ts'

/** Shares of clauses that held in one turn; `undefined` where none was judged. */
export interface TurnCompliance {
  readonly hard: number | undefined
  readonly soft: number | undefined
  readonly total: number | undefined
}

/** Means over the turns in which something was judged. */
export interface Compliance {
  readonly hard: number | undefined
  readonly soft: number | undefined
  /** C̄: the mean of those of the two that were measured. */
  readonly mean: number | undefined
}

export interface ComplianceState {
  readonly hard: Moments
  readonly soft: Moments
}

export const NO_COMPLIANCE: ComplianceState = { hard: NO_MOMENTS, soft: NO_MOMENTS }

const NOTHING_JUDGED: Tally = { judged: 0, held: 0 }

/** A turn that ended without a tally is a turn in which nothing was judged. */
export function turnCompliance(tally: TurnTally | undefined): TurnCompliance {
  const { hard, soft } = tally ?? { hard: NOTHING_JUDGED, soft: NOTHING_JUDGED }
  const total = { judged: hard.judged + soft.judged, held: hard.held + soft.held }
  return { hard: heldShare(hard), soft: heldShare(soft), total: heldShare(total) }
}

export function addTurnCompliance(state: ComplianceState, turn: TurnCompliance): ComplianceState {
  return { hard: addIfDefined(state.hard, turn.hard), soft: addIfDefined(state.soft, turn.soft) }
}

export function finishCompliance(state: ComplianceState): Compliance {
  const [hard, soft] = [meanOf(state.hard), meanOf(state.soft)]
  const mean = hard === undefined || soft === undefined ? (hard ?? soft) : (hard + soft) / 2
  return { hard, soft, mean }
}

function heldShare({ judged, held }: Tally): number | undefined {
  return judged === 0 ? undefined : held / judged
}

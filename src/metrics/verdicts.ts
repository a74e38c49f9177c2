import type { Effect, SessionRecord, Verdict } from '../model/index.ts'

export interface Verdicts {
  /** What was decided, whatever the mode: a deny is a deny also where it was only watched. */
  readonly decided: Readonly<Record<Verdict, number>>
  /** What the surface did. */
  readonly done: Readonly<Record<Effect['kind'], number>>
  /** Decided to be stopped or changed, and let through as it was: in shadow mode, or where it was too late to act. */
  readonly letThrough: { readonly deny: number; readonly ask: number; readonly rewrite: number }
  readonly shadowed: number
}

export interface VerdictNumbers extends Verdicts {
  /** The share of records that were denied; `undefined` for none. */
  readonly denyShare: number | undefined
}

export const NO_VERDICTS: Verdicts = {
  decided: { allow: 0, warn: 0, rewrite: 0, ask: 0, deny: 0 },
  done: { pass: 0, rewrite: 0, ask: 0, block: 0 },
  letThrough: { deny: 0, ask: 0, rewrite: 0 },
  shadowed: 0,
}

export function addVerdict(
  state: Verdicts,
  { decision: { verdict }, effect, mode }: SessionRecord,
): Verdicts {
  return {
    decided: { ...state.decided, [verdict]: state.decided[verdict] + 1 },
    done: { ...state.done, [effect.kind]: state.done[effect.kind] + 1 },
    letThrough: effect.kind === 'pass' ? addLetThrough(state.letThrough, verdict) : state.letThrough,
    shadowed: state.shadowed + (mode === 'shadow' ? 1 : 0),
  }
}

export function finishVerdicts(state: Verdicts): VerdictNumbers {
  const records = Object.values(state.decided).reduce((sum, count) => sum + count, 0)
  return { ...state, denyShare: records === 0 ? undefined : state.decided.deny / records }
}

function addLetThrough(state: Verdicts['letThrough'], verdict: Verdict): Verdicts['letThrough'] {
  return verdict === 'allow' || verdict === 'warn' ? state : { ...state, [verdict]: state[verdict] + 1 }
}

import type { ScoringWeights } from '../lab/config/scoring-shape.ts'
import type { RunResult } from '../lab/run-result.ts'
import { PHASES, type CiReason, type CiResult, type Phase, type PhaseName } from './ci-result.ts'

export interface PhaseOutcome {
  readonly name: PhaseName
  readonly result: RunResult
}

type Overall = Pick<CiResult, 'phases' | 'notRun' | 'score' | 'verdict' | 'reasons'>

/** The phases weighed together. The weights of those that did not run are shared out among the others. */
export function overall(
  outcomes: readonly PhaseOutcome[],
  skipped: Readonly<Partial<Record<PhaseName, string>>>,
  weights: ScoringWeights,
  minScore: number,
): Overall {
  const measured = outcomes.filter(({ result }) => result.score !== undefined)
  const total = measured.reduce((sum, { name }) => sum + weights[name], 0)
  const phases = outcomes.map(({ name, result }): Phase => {
    const score = result.score === undefined ? undefined : result.score / 100
    const weight = score === undefined || total === 0 ? 0 : weights[name] / total
    return { name, weight, ...(score === undefined ? {} : { score }), verdict: result.verdict, result }
  })
  const score =
    total === 0 ? undefined : phases.reduce((sum, phase) => sum + phase.weight * (phase.score ?? 0), 0)
  const reasons = reasonsOf(phases, score, minScore)
  return {
    phases,
    notRun: PHASES.flatMap((name) => {
      const why = skipped[name]
      return why === undefined ? [] : [{ name, weight: weights[name], why }]
    }),
    ...(score === undefined ? {} : { score: rounded(score) }),
    verdict: verdictOf(reasons),
    reasons,
  }
}

function reasonsOf(
  phases: readonly Phase[],
  score: number | undefined,
  minScore: number,
): readonly CiReason[] {
  if (phases.length === 0) return [{ code: 'nothing-ran' }]
  const ofPhases = phases.flatMap(({ name: phase, verdict, score: own }): readonly CiReason[] => {
    if (verdict === 'broken') return [{ code: 'phase-broken', phase }]
    if (own !== undefined && own < minScore)
      return [{ code: 'phase-below-score', phase, score: own, minScore }]
    return verdict === 'undecided' ? [{ code: 'phase-undecided', phase }] : []
  })
  const below: readonly CiReason[] =
    score !== undefined && score < minScore ? [{ code: 'below-score', score: rounded(score), minScore }] : []
  return [...ofPhases, ...below]
}

const BREAKS: ReadonlySet<CiReason['code']> = new Set(['phase-broken', 'phase-below-score', 'below-score'])

function verdictOf(reasons: readonly CiReason[]): CiResult['verdict'] {
  if (reasons.length === 0) return 'kept'
  return reasons.some(({ code }) => BREAKS.has(code)) ? 'broken' : 'undecided'
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000
}

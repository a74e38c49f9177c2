import type { Severity } from '../../model/index.ts'
import type { Outcome, RunCell, RunGate, RunKind, RunReason, RunVerdict } from '../run-result.ts'
import { OUTCOMES } from '../run-result.ts'

const WEIGHT: Record<Severity, number> = { critical: 3, high: 2, medium: 1, low: 1 }

const COUNTS: Record<Outcome, 'passed' | 'failed' | 'neither'> = {
  pass: 'passed',
  fail: 'failed',
  error: 'failed',
  flaky: 'failed',
  'not-applicable': 'neither',
  vacuous: 'neither',
  undecided: 'neither',
}

export function isFailed(outcome: Outcome): boolean {
  return COUNTS[outcome] === 'failed'
}

/** (Σ passed × weight) / (Σ total × weight) × 100, two decimals; nothing measured has no score. */
export function scoreOf(cells: readonly Pick<RunCell, 'severity' | 'outcome'>[]): number | undefined {
  let passed = 0
  let total = 0
  for (const { severity, outcome } of cells) {
    if (COUNTS[outcome] === 'neither') continue
    total += WEIGHT[severity]
    if (COUNTS[outcome] === 'passed') passed += WEIGHT[severity]
  }
  return total === 0 ? undefined : Math.round((passed / total) * 10_000) / 100
}

export function countOutcomes(cells: readonly Pick<RunCell, 'outcome'>[]): Record<Outcome, number> {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of cells) counts[outcome] += 1
  return counts
}

/** Why a run is not simply kept. Broken promises come first; what could not be judged is never a pass. */
export function verdictOf(
  kind: RunKind,
  cells: readonly RunCell[],
  score: number | undefined,
  gate: RunGate,
  stopped: RunReason | undefined,
): { readonly verdict: RunVerdict; readonly reasons: readonly RunReason[] } {
  const broken: RunReason[] = []
  const failed = cells.filter(({ outcome }) => isFailed(outcome))
  const critical = failed.filter(({ severity }) => severity === 'critical')
  if (critical.length > 0) broken.push({ code: 'critical-failed', cells: critical.length })
  // run invariants have no weight of their own, so every one of them must hold unless a score is asked for
  else if (kind !== 'contract' && failed.length > 0 && gate.minScore === undefined)
    broken.push({ code: 'invariant-failed', cells: failed.length })
  if (gate.minScore !== undefined && score !== undefined && score < gate.minScore)
    broken.push({ code: 'below-score', score, minScore: gate.minScore })
  const open: RunReason[] = []
  if (stopped !== undefined) open.push(stopped)
  const undecided = cells.filter(({ outcome }) => outcome === 'undecided').length
  if (undecided > 0) open.push({ code: 'undecided', cells: undecided })
  const idle = gate.allowVacuous === true ? 0 : neverShown(cells)
  if (idle > 0) open.push({ code: 'vacuous', cells: idle })
  if (score === undefined && undecided === 0 && idle === 0) open.push({ code: 'nothing-measured' })
  if (broken.length > 0) return { verdict: 'broken', reasons: [...broken, ...open] }
  return open.length > 0 ? { verdict: 'undecided', reasons: open } : { verdict: 'kept', reasons: [] }
}

/** Vacuous cells of a scenario or an invariant that was put to the test nowhere. */
function neverShown(cells: readonly RunCell[]): number {
  const shown = cells.filter(({ outcome }) => outcome !== 'not-applicable' && outcome !== 'vacuous')
  const scenarios = new Set(shown.map(({ scenario }) => scenario))
  const invariants = new Set(shown.map(({ invariant }) => invariant))
  return cells.filter(
    ({ scenario, invariant, outcome }) =>
      outcome === 'vacuous' && !(scenarios.has(scenario) && invariants.has(invariant)),
  ).length
}

import { SLACK, type MetricsConfig } from './config.ts'

/** What Θ is made of. */
export interface ReliabilityInputs {
  /** C̄. */
  readonly compliance: number | undefined
  /** D̄. */
  readonly drift: number | undefined
  /** E, violation events per turn: a long session is not punished for being long. */
  readonly violationsPerTurn: number | undefined
  /** S. */
  readonly recoveryRate: number | undefined
  readonly penalties: number
}

export interface Reliability {
  /** Θ from 0 to 1; `undefined` when no turn was judged. */
  readonly theta: number | undefined
  /** The four weighted terms and what the findings took away. */
  readonly terms: ReliabilityTerms | undefined
  /** Θ reaches the deployment threshold; `undefined`, which is not a yes, when there is no Θ. */
  readonly deployable: boolean | undefined
}

export interface ReliabilityTerms {
  readonly compliance: number
  readonly drift: number
  readonly stress: number
  readonly recovery: number
  readonly penalties: number
}

/** Θ = w₁·C̄ + w₂·(1 − D̄) + w₃/(1 + E) + w₄·S − Σ penalties, held between 0 and 1. */
export function reliability(inputs: ReliabilityInputs, config: MetricsConfig['reliability']): Reliability {
  const terms = weigh(inputs, config.weights)
  if (terms === undefined) return { theta: undefined, terms, deployable: undefined }
  const sum = terms.compliance + terms.drift + terms.stress + terms.recovery - terms.penalties
  const theta = Math.min(1, Math.max(0, sum))
  return { theta, terms, deployable: theta >= config.deploymentThreshold - SLACK }
}

function weigh(
  { compliance, drift, violationsPerTurn, recoveryRate, penalties }: ReliabilityInputs,
  weights: MetricsConfig['reliability']['weights'],
): ReliabilityTerms | undefined {
  if (compliance === undefined || drift === undefined) return undefined
  if (violationsPerTurn === undefined || recoveryRate === undefined) return undefined
  return {
    compliance: weights.compliance * compliance,
    drift: weights.drift * (1 - drift),
    stress: weights.stress / (1 + violationsPerTurn),
    recovery: weights.recovery * recoveryRate,
    penalties,
  }
}

/** The sections of a contract that numbers are computed with. */
export interface MetricsConfig {
  readonly drift: {
    /** How many tool calls make one window. */
    readonly window: number
    readonly weights: { readonly compliance: number; readonly distributional: number }
    readonly thresholds: { readonly warning: number; readonly critical: number }
  }
  readonly reliability: {
    readonly weights: {
      readonly compliance: number
      readonly drift: number
      readonly stress: number
      readonly recovery: number
    }
    readonly deploymentThreshold: number
  }
  readonly satisfaction: SatisfactionParameters
}

export interface SatisfactionParameters {
  /** How often a session must keep every hard clause in every turn. */
  readonly p: number
  /** How far soft compliance may fall below 1 in any turn. */
  readonly delta: number
  /** Within how many turns soft compliance must be back at 1. */
  readonly k: number
}

export const DEFAULT_METRICS_CONFIG: MetricsConfig = {
  drift: {
    window: 50,
    weights: { compliance: 0.6, distributional: 0.4 },
    thresholds: { warning: 0.3, critical: 0.6 },
  },
  reliability: {
    weights: { compliance: 0.35, drift: 0.25, stress: 0.2, recovery: 0.2 },
    deploymentThreshold: 0.9,
  },
  satisfaction: { p: 0.95, delta: 0.1, k: 3 },
}

/** What rounding may cost before a number counts as below its bar. */
export const SLACK = 1e-9

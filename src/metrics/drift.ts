import { divergenceOf, push, startWindow, type DivergenceWindow } from '../kit/divergence.ts'
import type { SessionRecord } from '../model/index.ts'
import { SLACK, type MetricsConfig } from './config.ts'
import { addIfDefined, meanOf, NO_MOMENTS, type Moments } from './moments.ts'

type DriftConfig = MetricsConfig['drift']

export type DriftLevel = 'steady' | 'warning' | 'critical'

/** D(t) and the two parts it is weighed from. A part that could not be measured adds 0, and is `undefined` here. */
export interface DriftPoint {
  /** `undefined` when neither part was measured. */
  readonly value: number | undefined
  /** 1 − C_total(t). */
  readonly compliance: number | undefined
  /** The divergence of the latest window of tool calls from the first full one. */
  readonly distributional: number | undefined
  readonly level: DriftLevel | undefined
}

export interface Drift {
  /** D̄ over every measured turn of the session, so that a bad start is not forgotten. */
  readonly mean: number | undefined
  readonly highest: number | undefined
  readonly latest: DriftPoint | undefined
  /** Turns at the warning level or above, and those of them at the critical one. */
  readonly turnsAtWarning: number
  readonly turnsAtCritical: number
}

export interface DriftState {
  readonly window: DivergenceWindow
  readonly values: Moments
  readonly highest?: number
  readonly latest?: DriftPoint
  readonly turnsAtWarning: number
  readonly turnsAtCritical: number
}

export function startDrift({ window }: DriftConfig): DriftState {
  return { window: startWindow(window), values: NO_MOMENTS, turnsAtWarning: 0, turnsAtCritical: 0 }
}

/** A call that was refused never happened, here as in every clause's state. */
export function addToolCall(state: DriftState, { event, effect }: SessionRecord): DriftState {
  if (event.kind !== 'tool-call' || effect.kind === 'block') return state
  return { ...state, window: push(state.window, event.tool) }
}

export function addTurnDrift(state: DriftState, total: number | undefined, config: DriftConfig): DriftState {
  const latest = driftPoint(total, divergenceOf(state.window), config)
  if (latest.value === undefined) return { ...state, latest }
  return {
    window: state.window,
    values: addIfDefined(state.values, latest.value),
    highest: Math.max(state.highest ?? 0, latest.value),
    latest,
    turnsAtWarning: state.turnsAtWarning + (latest.level === 'steady' ? 0 : 1),
    turnsAtCritical: state.turnsAtCritical + (latest.level === 'critical' ? 1 : 0),
  }
}

export function finishDrift({ values, highest, latest, turnsAtWarning, turnsAtCritical }: DriftState): Drift {
  return { mean: meanOf(values), highest, latest, turnsAtWarning, turnsAtCritical }
}

function driftPoint(
  total: number | undefined,
  distributional: number | undefined,
  config: DriftConfig,
): DriftPoint {
  const compliance = total === undefined ? undefined : 1 - total
  if (compliance === undefined && distributional === undefined)
    return { value: undefined, compliance, distributional, level: undefined }
  const { weights } = config
  const value = weights.compliance * (compliance ?? 0) + weights.distributional * (distributional ?? 0)
  return { value, compliance, distributional, level: levelOf(value, config.thresholds) }
}

function levelOf(value: number, { warning, critical }: DriftConfig['thresholds']): DriftLevel {
  if (value >= critical - SLACK) return 'critical'
  return value >= warning - SLACK ? 'warning' : 'steady'
}

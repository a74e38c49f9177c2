import type { SprtParameters } from '../../metrics/index.ts'
import type { RunGate } from '../run-result.ts'

/** The sequential test that a gate asks for: one of its three numbers is enough to ask for it. */
export function sequentialTest({ minPassRate, p, alpha, beta }: RunGate): SprtParameters | undefined {
  if (minPassRate === undefined || (p === undefined && alpha === undefined && beta === undefined))
    return undefined
  return { p0: minPassRate, p1: p ?? (1 + minPassRate) / 2, alpha: alpha ?? 0.05, beta: beta ?? 0.05 }
}

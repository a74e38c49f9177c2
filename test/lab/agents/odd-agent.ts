import { resolve } from 'node:path'
import { openTarget } from '../../../src/lab/targets/index.ts'
import type { TargetUnderTest } from '../../../src/lab/targets/target.suite.ts'
import { agentOf } from './questions.ts'

const WORLD = { folder: resolve(import.meta.dirname, 'odd'), env: process.env, lanes: 2 }

type Section = Readonly<Record<string, unknown>>

/** The odd agent as a configuration would name it, and what a reset adds to it. */
export function odd(section: Section, reset: Section = {}): TargetUnderTest['open'] {
  return ({ timeoutMs, withReset = false }) =>
    openTarget(agentOf({ ...section, timeout: timeoutMs, ...(withReset && reset) }), WORLD)
}

import type { Contract } from '../../../contract/index.ts'
import { defineRule, type Complaint, type LintSubject } from '../define-rule.ts'

export const weightWithoutEffect = defineRule({
  code: 'weight-without-effect',
  level: 'warning',
  summary: 'A weight or a setting that changes no number.',
  check: (subject) => [...recoveryWeight(subject), ...driftWindow(subject), ...driftWeight(subject)],
})

/** What every contract has when it says nothing; writing it down is no choice. */
const DEFAULT_RECOVERY_WEIGHT = 0.2

function recoveryWeight({ contract, isWritten }: LintSubject): readonly Complaint[] {
  const { recovery } = contract.reliability.weights
  const key = ['recovery', 'recovery_success'].find((each) => isWritten(`reliability.weights.${each}`))
  if (key === undefined || recovery <= DEFAULT_RECOVERY_WEIGHT || hasRecovery(contract)) return []
  return [
    {
      at: ['reliability', 'weights', key],
      message: `recovery weighs ${recovery}, but no constraint names a strategy, so nothing is ever recovered`,
      hint: 'give a soft constraint a `recovery`, or give the weight to something that is measured',
    },
  ]
}

function hasRecovery({ clauses }: Contract): boolean {
  return clauses.some(({ recovery }) => recovery !== undefined)
}

function driftWindow({ contract, isWritten }: LintSubject): readonly Complaint[] {
  if (contract.drift.weights.distributional > 0 || !isWritten('drift.window')) return []
  return [
    {
      at: ['drift', 'window'],
      message: 'the divergence of the tool mix weighs 0, so the window it looks at changes nothing',
      hint: 'remove `window`, or give `distributional` a weight',
    },
  ]
}

function driftWeight({ contract, isWritten }: LintSubject): readonly Complaint[] {
  if (contract.reliability.weights.drift > 0 || !isWritten('drift.weights')) return []
  if (isWritten('drift.thresholds')) return []
  return [
    {
      at: ['drift', 'weights'],
      message: 'drift weighs 0 in Θ and has no thresholds, so how it is put together changes nothing',
      hint: 'remove `drift.weights`, or give `reliability.weights.drift` a weight',
    },
  ]
}

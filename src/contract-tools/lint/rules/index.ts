import type { Rule } from '../define-rule.ts'
import { allowedButBlocked } from './allowed-but-blocked.ts'
import { budgetBelowOneMessage } from './budget-below-one-message.ts'
import { ceilingBelowOneCall } from './ceiling-below-one-call.ts'
import { doubledBackslash } from './doubled-backslash.ts'
import { duplicateClause } from './duplicate-clause.ts'
import { forbidsEverything } from './forbids-everything.ts'
import { impossibleValue } from './impossible-value.ts'
import { judgeOverBudget } from './judge-over-budget.ts'
import { matchesEverythingPattern } from './matches-everything.ts'
import { matchesNothing } from './matches-nothing.ts'
import { neverAToolName } from './never-a-tool-name.ts'
import { nothingAllowed } from './nothing-allowed.ts'
import { precedenceCircle } from './precedence-circle.ts'
import { precedesItself } from './precedes-itself.ts'
import { preconditionNeverMet } from './precondition-never-met.ts'
import { redundantEntry } from './redundant-entry.ts'
import { shadowedClause } from './shadowed-clause.ts'
import { toolRequiredAndBlocked } from './tool-required-and-blocked.ts'
import { unreachableClause } from './unreachable-clause.ts'
import { unsatisfiableChecks } from './unsatisfiable-checks.ts'
import { unsatisfiableConstraints } from './unsatisfiable-constraints.ts'
import { unusedStrategy } from './unused-strategy.ts'
import { weightWithoutEffect } from './weight-without-effect.ts'
import { whenNeverHolds } from './when-never-holds.ts'
import { windowNeverFull } from './window-never-full.ts'

/** Every rule; a test looks that no file is forgotten. */
export const RULES: readonly Rule[] = [
  allowedButBlocked,
  budgetBelowOneMessage,
  ceilingBelowOneCall,
  doubledBackslash,
  duplicateClause,
  forbidsEverything,
  impossibleValue,
  judgeOverBudget,
  matchesEverythingPattern,
  matchesNothing,
  neverAToolName,
  nothingAllowed,
  precedenceCircle,
  precedesItself,
  preconditionNeverMet,
  redundantEntry,
  shadowedClause,
  toolRequiredAndBlocked,
  unreachableClause,
  unsatisfiableChecks,
  unsatisfiableConstraints,
  unusedStrategy,
  weightWithoutEffect,
  whenNeverHolds,
  windowNeverFull,
]

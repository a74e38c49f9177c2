// Written by `npm run gen`; do not edit.
import type { AnyOperator } from '../define-operator.ts'
import { contextBudget } from './context-budget.ts'
import { costCeiling } from './cost-ceiling.ts'
import { judgePredicate } from './judge-predicate.ts'
import { mustPrecede } from './must-precede.ts'
import { mustState } from './must-state.ts'
import { piiFilter } from './pii-filter.ts'
import { processDrift } from './process-drift.ts'
import { repetitionGuard } from './repetition-guard.ts'
import { toolAllowlist } from './tool-allowlist.ts'
import { toolBlocklist } from './tool-blocklist.ts'

export const OPERATORS: readonly AnyOperator[] = [
  contextBudget,
  costCeiling,
  judgePredicate,
  mustPrecede,
  mustState,
  piiFilter,
  processDrift,
  repetitionGuard,
  toolAllowlist,
  toolBlocklist,
]

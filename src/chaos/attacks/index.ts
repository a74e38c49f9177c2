// Written by `npm run gen`; do not edit.
import type { AnyAttack } from '../define-attack.ts'
import { conflictingContext } from './conflicting-context.ts'
import { indirectInjection } from './indirect-injection.ts'
import { injectionViaContext } from './injection-via-context.ts'
import { memoryPoisoning } from './memory-poisoning.ts'
import { overflow } from './overflow.ts'

export const ATTACKS: readonly AnyAttack[] = [
  conflictingContext,
  indirectInjection,
  injectionViaContext,
  memoryPoisoning,
  overflow,
]

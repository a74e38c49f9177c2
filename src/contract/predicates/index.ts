// Written by `npm run gen`; do not edit.
import type { AnyPredicate } from '../define-predicate.ts'
import { between } from './between.ts'
import { contains } from './contains.ts'
import { equals } from './equals.ts'
import { exists } from './exists.ts'
import { expr } from './expr.ts'
import { greaterThan } from './gt.ts'
import { atLeast } from './gte.ts'
import { isIn } from './in.ts'
import { lessThan } from './lt.ts'
import { atMost } from './lte.ts'
import { matches } from './matches.ts'
import { notContains } from './not-contains.ts'
import { notEquals } from './not-equals.ts'
import { isNotIn } from './not-in.ts'

export const PREDICATES: readonly AnyPredicate[] = [
  between,
  contains,
  equals,
  exists,
  expr,
  greaterThan,
  atLeast,
  isIn,
  lessThan,
  atMost,
  matches,
  notContains,
  notEquals,
  isNotIn,
]

import type { JsonValue } from '../../model/index.ts'
import { anything } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { jsonEqual } from './equality.ts'

export const notEquals = definePredicate({
  name: 'not_equals',
  summary: 'The field is present and is not this value.',
  phrase: 'not be',
  value: anything(),
  compile: (expected) => (actual) => !jsonEqual(actual as JsonValue, expected as JsonValue),
})

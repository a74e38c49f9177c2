import type { JsonValue } from '../../model/index.ts'
import { anything } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { jsonEqual } from './equality.ts'

export const equals = definePredicate({
  name: 'equals',
  summary: 'The field is exactly this value.',
  phrase: 'be',
  value: anything(),
  compile: (expected) => (actual) => jsonEqual(actual as JsonValue, expected as JsonValue),
})

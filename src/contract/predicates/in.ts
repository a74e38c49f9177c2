import type { JsonValue } from '../../model/index.ts'
import { anything, list } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { jsonEqual } from './equality.ts'

export const isIn = definePredicate({
  name: 'in',
  summary: 'The field is one of these values.',
  phrase: 'be one of',
  value: list(anything(), { nonEmpty: true }),
  compile: (allowed) => (actual) =>
    allowed.some((value) => jsonEqual(actual as JsonValue, value as JsonValue)),
})

import type { JsonValue } from '../../model/index.ts'
import { anything, list } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { jsonEqual } from './equality.ts'

export const isNotIn = definePredicate({
  name: 'not_in',
  summary: 'The field is present and is none of these values.',
  phrase: 'be none of',
  value: list(anything(), { nonEmpty: true }),
  compile: (forbidden) => (actual) =>
    !forbidden.some((value) => jsonEqual(actual as JsonValue, value as JsonValue)),
})

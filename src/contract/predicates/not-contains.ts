import { text } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { containsText } from './containment.ts'

export const notContains = definePredicate({
  name: 'not_contains',
  summary: 'The field is present and does not contain this text.',
  phrase: 'not contain',
  value: text(),
  compile: (needle) => (actual) => !containsText(actual, needle),
})

import { text } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { containsText } from './containment.ts'

export const contains = definePredicate({
  name: 'contains',
  summary: 'The field contains this text.',
  phrase: 'contain',
  value: text(),
  compile: (needle) => (actual) => containsText(actual, needle),
})

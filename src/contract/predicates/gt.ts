import { number } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { numericValue } from './numeric.ts'

export const greaterThan = definePredicate({
  name: 'gt',
  summary: 'The field is a number above this bound.',
  phrase: 'be above',
  value: number(),
  compile: (bound) => (actual) => {
    const value = numericValue(actual)
    return value !== undefined && value > bound
  },
})

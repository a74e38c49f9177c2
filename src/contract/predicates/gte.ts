import { number } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { numericValue } from './numeric.ts'

export const atLeast = definePredicate({
  name: 'gte',
  summary: 'The field is a number at or above this bound.',
  phrase: 'be at least',
  value: number(),
  compile: (bound) => (actual) => {
    const value = numericValue(actual)
    return value !== undefined && value >= bound
  },
})

import { number } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { numericValue } from './numeric.ts'

export const atMost = definePredicate({
  name: 'lte',
  summary: 'The field is a number at or below this bound.',
  phrase: 'be at most',
  value: number(),
  compile: (bound) => (actual) => {
    const value = numericValue(actual)
    return value !== undefined && value <= bound
  },
})

import { number } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { numericValue } from './numeric.ts'

export const lessThan = definePredicate({
  name: 'lt',
  summary: 'The field is a number below this bound.',
  phrase: 'be below',
  value: number(),
  compile: (bound) => (actual) => {
    const value = numericValue(actual)
    return value !== undefined && value < bound
  },
})

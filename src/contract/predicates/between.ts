import { checked, list, number } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'
import { numericValue } from './numeric.ts'

const bounds = checked(list(number()), (values) => {
  if (values.length !== 2)
    return { code: 'wrong-type', complaint: 'must be exactly two numbers: [lower, upper]' }
  if (values[0]! > values[1]!)
    return {
      code: 'wrong-order',
      complaint: 'must have its lower bound first',
      hint: `write [${values[1]}, ${values[0]}]`,
    }
  return undefined
})

export const between = definePredicate({
  name: 'between',
  summary: 'The field is a number within these two bounds, both included.',
  phrase: 'be between',
  value: bounds,
  compile:
    ([lower, upper]) =>
    (actual) => {
      const value = numericValue(actual)
      return value !== undefined && value >= lower! && value <= upper!
    },
})

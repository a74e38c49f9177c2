import { definePredicate } from '../define-predicate.ts'
import { compileAccepted, regexSource } from '../regex-shape.ts'
import { rendered } from './rendering.ts'

export const matches = definePredicate({
  name: 'matches',
  summary: 'This regular expression is found in the field.',
  phrase: 'match',
  value: regexSource(),
  compile(source) {
    const regex = compileAccepted(source)
    return (actual) => actual !== undefined && regex.test(rendered(actual))
  },
})

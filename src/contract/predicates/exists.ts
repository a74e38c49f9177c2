import { flag } from '../../kit/shape/index.ts'
import { definePredicate } from '../define-predicate.ts'

export const exists = definePredicate({
  name: 'exists',
  summary: 'The field is present and not null (`true`), or absent (`false`).',
  phrase: 'exist:',
  value: flag(),
  judgesAbsence: true,
  compile: (wanted) => (actual) => (actual !== undefined && actual !== null) === wanted,
})

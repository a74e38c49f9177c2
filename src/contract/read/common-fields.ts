import { defaulted, oneOf, optional, text } from '../../kit/shape/index.ts'
import { SEVERITIES } from '../../model/index.ts'
import { CONDITIONS } from '../clause.ts'

/** What every clause may carry, whatever its operator. */
export const COMMON_FIELDS = {
  id: optional(
    text({ nonEmpty: true }),
    'What findings and commands call the clause; unique in the contract.',
  ),
  description: defaulted(text(), '', 'For people.'),
  severity: optional(oneOf(...SEVERITIES), 'How much a breach weighs.'),
  when: defaulted(oneOf(...CONDITIONS), 'always', 'Judged only while this holds.'),
} as const

import { anything, defaulted, list, mapOf, number, object, text } from '../../kit/shape/index.ts'
import { absentIfNull } from './absent-if-null.ts'

/** How the golden prompts are rewritten. */
export const mutationsShape = absentIfNull(
  object({
    count: defaulted(number({ whole: true, atLeast: 1, atMost: 50 }), 10, 'Mutations of each golden prompt.'),
    types: defaulted(list(text({ nonEmpty: true }), { nonEmpty: true }), [], 'Which kinds of mutation.'),
    weights: defaulted(mapOf(number({ atLeast: 0 })), {}, 'How much a kind counts.'),
    custom_templates: defaulted(mapOf(anything()), {}, 'Instructions for `custom`.'),
  }),
)

import { defineCheck } from '../define-check.ts'
import { isBlank } from './blank.ts'
import { broken, held } from './outcome.ts'

export const outputNotEmpty = defineCheck({
  name: 'output_not_empty',
  summary: 'The answer has something to read in it.',
  fields: {},
  wording: {
    'empty-output': {
      says: () => 'the answer is empty',
      passes: () => 'an answer with at least one visible character',
    },
    negated: { says: () => 'the answer is not empty', passes: () => 'an empty answer' },
  },
  compile() {
    return ({ output }) => (isBlank(output) ? broken('empty-output', {}) : held())
  },
})

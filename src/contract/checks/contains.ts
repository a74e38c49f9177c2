import { defaulted, flag, required, text } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'
import { textFinder } from './text-finder.ts'

export const contains = defineCheck({
  name: 'contains',
  summary: 'The answer contains this text, in any case.',
  fields: {
    value: required(text({ nonEmpty: true }), 'The text to look for.'),
    case_sensitive: defaulted(flag(), false, 'Tell `ID` from `id`.'),
  },
  wording: {
    'text-missing': {
      says: ({ value }) => `the answer does not contain \`${inWords(value)}\``,
      passes: ({ value }) => `an answer with \`${inWords(value)}\` in it`,
    },
    negated: {
      says: ({ value }) => `the answer contains \`${inWords(value)}\``,
      passes: ({ value }) => `an answer without \`${inWords(value)}\``,
    },
  },
  compile({ value, case_sensitive: caseSensitive }) {
    const find = textFinder(value, { caseSensitive })
    return ({ output }) => {
      const span = find(output)
      return span === undefined ? broken('text-missing', { value }) : held({ value }, [span])
    }
  },
})

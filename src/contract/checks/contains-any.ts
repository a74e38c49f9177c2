import { defaulted, flag, list, required, text } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'
import { textFinder } from './text-finder.ts'

export const containsAny = defineCheck({
  name: 'contains_any',
  summary: 'The answer contains at least one of these texts, in any case.',
  fields: {
    values: required(list(text({ nonEmpty: true }), { nonEmpty: true }), 'The texts to look for.'),
    case_sensitive: defaulted(flag(), false, 'Tell `ID` from `id`.'),
  },
  wording: {
    'texts-missing': {
      says: ({ values }) => `the answer contains none of ${quoted(values)}`,
      passes: ({ values }) => `an answer with one of ${quoted(values)}`,
    },
    negated: {
      says: ({ value }) => `the answer contains \`${inWords(value)}\``,
      passes: () => 'an answer with none of the texts',
    },
  },
  compile({ values, case_sensitive: caseSensitive }) {
    const finders = values.map((value) => ({ value, find: textFinder(value, { caseSensitive }) }))
    return ({ output }) => {
      for (const { value, find } of finders) {
        const span = find(output)
        if (span !== undefined) return held({ value }, [span])
      }
      return broken('texts-missing', { values })
    }
  },
})

function quoted(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => `\`${inWords(value)}\``).join(', ') : ''
}

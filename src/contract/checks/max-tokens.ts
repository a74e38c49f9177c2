import { number, required } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { inWords } from '../in-words.ts'
import { broken, held, notJudged } from './outcome.ts'

export const maxTokens = defineCheck({
  name: 'max_tokens',
  summary: 'The answer took no more than so many tokens, input and output together.',
  fields: { max_tokens: required(number({ whole: true, above: 0 }), 'The most tokens an answer may take.') },
  wording: {
    'too-many-tokens': {
      says: ({ totalTokens, maxTokens: most }) =>
        `the answer took ${inWords(totalTokens)} tokens, allowed are ${inWords(most)}`,
      passes: ({ maxTokens: most }) => `an answer with at most ${inWords(most)} tokens`,
    },
    negated: {
      says: ({ totalTokens, maxTokens: most }) =>
        `the answer took ${inWords(totalTokens)} tokens, which is not more than ${inWords(most)}`,
    },
  },
  compile({ max_tokens: most }) {
    return ({ totalTokens }) => {
      if (totalTokens === undefined) return notJudged('nobody counted the tokens of the answer')
      const params = { totalTokens, maxTokens: most }
      return totalTokens <= most ? held(params) : broken('too-many-tokens', params)
    }
  },
})

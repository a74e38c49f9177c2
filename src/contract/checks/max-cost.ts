import { number, required } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { inWords } from '../in-words.ts'
import { broken, held, notJudged } from './outcome.ts'

export const maxCost = defineCheck({
  name: 'max_cost',
  summary: 'The answer cost no more than this.',
  fields: { max_usd: required(number({ atLeast: 0 }), 'The most an answer may cost, in USD.') },
  wording: {
    'too-expensive': {
      says: ({ costUsd, maxUsd }) =>
        `the answer cost $${Number(costUsd).toFixed(4)}, allowed are $${inWords(maxUsd)}`,
      passes: ({ maxUsd }) => `an answer for at most $${inWords(maxUsd)}`,
    },
    negated: {
      says: ({ costUsd, maxUsd }) =>
        `the answer cost $${Number(costUsd).toFixed(4)}, which is not more than $${inWords(maxUsd)}`,
    },
  },
  compile({ max_usd: maxUsd }) {
    return ({ costUsd }) => {
      if (costUsd === undefined) return notJudged('nobody knows what the answer cost')
      return costUsd <= maxUsd ? held({ costUsd, maxUsd }) : broken('too-expensive', { costUsd, maxUsd })
    }
  },
})

import { inWords } from '../in-words.ts'
import { brokenParts, defineCombination, partSentences, unjudgedReasons } from './combination.ts'
import { broken, held, notJudged } from './outcome.ts'

export const anyOf = defineCombination({
  name: 'any_of',
  summary: 'At least one of these checks holds.',
  wording: {
    'all-parts-broken': {
      says: ({ parts }) => `none of the checks holds: ${partSentences(parts)}`,
      passes: () => 'an answer for which one of them holds',
    },
    negated: { says: ({ type }) => `one of the checks holds: \`${inWords(type)}\`` },
  },
  decide(results) {
    const holding = results.find(({ result }) => result.outcome === 'held')
    if (holding !== undefined) return held({ type: holding.part.type, index: holding.index })
    const reasons = unjudgedReasons(results)
    if (reasons.length > 0) return notJudged(reasons.join('; '))
    const { parts, spans } = brokenParts(results)
    return broken('all-parts-broken', { parts }, spans)
  },
})

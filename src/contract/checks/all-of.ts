import { brokenParts, defineCombination, partSentences, unjudgedReasons } from './combination.ts'
import { broken, held, notJudged } from './outcome.ts'

export const allOf = defineCombination({
  name: 'all_of',
  summary: 'Every one of these checks holds.',
  wording: {
    'part-broken': { says: ({ parts }) => partSentences(parts) },
    negated: { says: () => 'every one of the checks holds' },
  },
  decide(results) {
    const { parts, spans } = brokenParts(results)
    if (parts.length > 0) return broken('part-broken', { parts }, spans)
    const reasons = unjudgedReasons(results)
    return reasons.length > 0 ? notJudged(reasons.join('; ')) : held()
  },
})

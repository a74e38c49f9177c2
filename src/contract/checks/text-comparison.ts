import type { CheckResult, Similarity } from '../define-check.ts'
import type { Wording } from '../define-operator.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'

/** Held when the two texts are alike enough; the measure is named, because different ones give different scores. */
export function compareTexts(
  similarity: Similarity,
  output: string,
  other: string,
  threshold: number,
): CheckResult {
  const found = similarity.score(output, other)
  const params = { score: found, threshold, measure: similarity.measure }
  return found >= threshold ? held(params) : broken('too-different', params)
}

export function differsWording(other: string): Readonly<Record<string, Wording>> {
  const compared = ({ score, threshold, measure }: Parameters<Wording['says']>[0]) =>
    `${Number(score).toFixed(2)} against ${Number(threshold).toFixed(2)} by the ${inWords(measure)} measure`
  return {
    'too-different': {
      says: (params) => `the answer is not like ${other}: ${compared(params)}`,
      passes: ({ threshold }) => `an answer that scores at least ${Number(threshold).toFixed(2)}`,
    },
    negated: {
      says: (params) => `the answer is like ${other}: ${compared(params)}`,
      passes: ({ threshold }) => `an answer that scores below ${Number(threshold).toFixed(2)}`,
    },
  }
}

import { required } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { doublingProblem } from './doubled-backslash.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'
import { compileOutputPattern, outputPattern } from './output-pattern.ts'

export const regex = defineCheck({
  name: 'regex',
  summary: 'This regular expression is found in the answer; capitals count unless it begins with `(?i)`.',
  fields: {
    pattern: required(
      outputPattern(),
      "A pattern in Python's or RE2's spelling, searched anywhere; the dot matches line breaks.",
    ),
  },
  wording: {
    'no-match': {
      says: ({ pattern }) => `the answer does not match \`${inWords(pattern)}\``,
      passes: ({ pattern }) => `an answer that matches \`${inWords(pattern)}\``,
    },
    negated: {
      says: ({ pattern }) => `the answer matches \`${inWords(pattern)}\``,
      passes: ({ pattern }) => `an answer that does not match \`${inWords(pattern)}\``,
    },
  },
  inspect: ({ pattern }) => doublingProblem('pattern', pattern),
  compile({ pattern }) {
    const compiled = compileOutputPattern(pattern)
    return ({ output }) => {
      const span = compiled.find(output)
      return span === undefined ? broken('no-match', { pattern }) : held({ pattern }, [span])
    }
  },
})

import { defaulted, flag, list, required } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { doublingProblem } from './doubled-backslash.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'
import { compileOutputPattern, outputPattern } from './output-pattern.ts'

export const excludesPattern = defineCheck({
  name: 'excludes_pattern',
  summary: 'None of these regular expressions is found in the answer, in any case.',
  fields: {
    patterns: required(list(outputPattern(), { nonEmpty: true }), 'What must not be found anywhere.'),
    case_sensitive: defaulted(flag(), false, 'Tell `ID` from `id`.'),
  },
  wording: {
    'pattern-found': {
      says: ({ pattern }) => `the answer matches \`${inWords(pattern)}\``,
      passes: () => 'an answer that matches none of the patterns',
    },
    negated: {
      says: () => 'the answer matches none of the patterns',
      passes: () => 'an answer that matches one of them',
    },
  },
  inspect: ({ patterns }) => patterns.flatMap((pattern) => doublingProblem('patterns', pattern)),
  compile({ patterns, case_sensitive: caseSensitive }) {
    const compiled = patterns.map((pattern) => ({
      pattern,
      regex: compileOutputPattern(pattern, { ignoreCase: !caseSensitive }),
    }))
    return ({ output }) => {
      for (const { pattern, regex } of compiled) {
        const span = regex.find(output)
        if (span !== undefined) return broken('pattern-found', { pattern }, [span])
      }
      return held()
    }
  },
})

import type { JsonValue } from '../../model/index.ts'
import { defaulted, number, optional } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { CALL_PATTERN, callMatcher } from './call-pattern.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'

export const toolCalled = defineCheck({
  name: 'tool_called',
  summary: 'The agent called this tool on the way to its answer.',
  fields: {
    ...CALL_PATTERN,
    at_least: defaulted(number({ whole: true, atLeast: 1 }), 1, 'How often, at least.'),
    at_most: optional(number({ whole: true, atLeast: 1 }), 'How often, at most.'),
  },
  readsCalls: true,
  wording: {
    'called-too-rarely': {
      says: ({ tool, calls, atLeast }) =>
        `\`${inWords(tool)}\` was called ${times(calls)}, expected at least ${times(atLeast)}`,
      passes: ({ tool, atLeast }) => `${times(atLeast)} or more of \`${inWords(tool)}\``,
    },
    'called-too-often': {
      says: ({ tool, calls, atMost }) =>
        `\`${inWords(tool)}\` was called ${times(calls)}, expected at most ${times(atMost)}`,
      passes: ({ tool, atMost }) => `at most ${times(atMost)} of \`${inWords(tool)}\``,
    },
    negated: { says: ({ tool, calls }) => `\`${inWords(tool)}\` was called ${times(calls)}` },
  },
  inspect: ({ at_least: atLeast, at_most: atMost }) =>
    atMost === undefined || atMost >= atLeast
      ? []
      : [{ field: 'at_most', code: 'empty-range', complaint: `is below \`at_least\` (${atLeast})` }],
  compile({ tool, args, at_least: atLeast, at_most: atMost }) {
    const isMeant = callMatcher(tool, args)
    return (subject) => {
      const calls = subject.calls.filter(isMeant).length
      if (calls < atLeast) return broken('called-too-rarely', { tool, calls, atLeast })
      if (atMost !== undefined && calls > atMost) return broken('called-too-often', { tool, calls, atMost })
      return held({ tool, calls })
    }
  },
})

function times(count: JsonValue | undefined): string {
  return Number(count) === 1 ? 'once' : `${inWords(count)} times`
}

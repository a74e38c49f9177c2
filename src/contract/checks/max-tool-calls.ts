import { number, optional, required } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { compileToolPattern, toolPatternSource } from '../tool-pattern.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'

export const maxToolCalls = defineCheck({
  name: 'max_tool_calls',
  summary: 'The answer needed no more than so many tool calls.',
  fields: {
    max_calls: required(number({ whole: true, atLeast: 0 }), 'The most calls an answer may take.'),
    tool: optional(toolPatternSource(), 'Count only these tools.'),
  },
  readsCalls: true,
  wording: {
    'too-many-calls': {
      says: ({ calls, maxCalls }) =>
        `the answer took ${inWords(calls)} tool calls, allowed are ${inWords(maxCalls)}`,
      passes: ({ maxCalls }) => `an answer with at most ${inWords(maxCalls)} tool calls`,
    },
    negated: {
      says: ({ calls, maxCalls }) =>
        `the answer took ${inWords(calls)} tool calls, which is not more than ${inWords(maxCalls)}`,
    },
  },
  compile({ max_calls: maxCalls, tool }) {
    const counts = tool === undefined ? () => true : compileToolPattern(tool)
    return (subject) => {
      const calls = subject.calls.filter((call) => counts(call.tool)).length
      return calls <= maxCalls ? held({ calls, maxCalls }) : broken('too-many-calls', { calls, maxCalls })
    }
  },
})

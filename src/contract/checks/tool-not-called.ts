import { defineCheck } from '../define-check.ts'
import { CALL_PATTERN, callMatcher } from './call-pattern.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'

export const toolNotCalled = defineCheck({
  name: 'tool_not_called',
  summary: 'The agent did not call this tool on the way to its answer.',
  fields: CALL_PATTERN,
  readsCalls: true,
  wording: {
    'tool-called': {
      says: ({ called, callId }) => `\`${inWords(called)}\` was called (${inWords(callId)})`,
      passes: ({ tool }) => `an answer without a call of \`${inWords(tool)}\``,
    },
    negated: { says: ({ tool }) => `\`${inWords(tool)}\` was never called` },
  },
  compile({ tool, args }) {
    const isMeant = callMatcher(tool, args)
    return ({ calls }) => {
      const call = calls.find(isMeant)
      return call === undefined
        ? held({ tool })
        : broken('tool-called', { tool, called: call.tool, callId: call.callId })
    }
  },
})

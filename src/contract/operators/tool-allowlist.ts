import { globListMatcher } from '../../kit/glob.ts'
import { defaulted, list, required, text } from '../../kit/shape/index.ts'
import { byTool } from '../by-tool.ts'
import { defineOperator } from '../define-operator.ts'
import { inWords } from '../in-words.ts'

export const toolAllowlist = defineOperator({
  name: 'tool_allowlist',
  summary: 'Only these tools run; every other call is denied.',
  fields: {
    tools: required(
      list(text({ nonEmpty: true }), { nonEmpty: true }),
      'Whole tool names; `*` and `?` are wildcards.',
    ),
    scope: defaulted(
      text({ nonEmpty: true }),
      'session',
      '`session` applies always; any other word, such as `skill:seo`, only while that scope is active.',
    ),
  },
  listensTo: ['tool-call'],
  level: 'hard',
  wording: {
    'tool-not-allowed': {
      says: ({ tool, scope }) =>
        `tool \`${inWords(tool)}\` is not in the allowlist${scope === 'session' ? '' : ` of ${inWords(scope)}`}`,
      passes: ({ tools }) => `a call to one of: ${(tools as readonly string[]).join(', ')}`,
    },
  },
  compile({ tools, scope }) {
    const isAllowed = byTool(globListMatcher(tools))
    return {
      initial: null,
      step(state, event, facts) {
        if (event.kind !== 'tool-call' || isAllowed(event.tool)) return undefined
        if (scope !== 'session' && !facts.scopes.includes(scope)) return undefined
        return {
          state,
          objections: [
            {
              code: 'tool-not-allowed',
              verdict: 'deny',
              params: { tool: event.tool, scope, tools: [...tools] },
              evidence: { in: 'tool', text: event.tool },
            },
          ],
        }
      },
    }
  },
})

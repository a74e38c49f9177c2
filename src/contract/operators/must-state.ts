import type { JsonObject } from '../../model/index.ts'
import { defaulted, oneOf, required, text } from '../../kit/shape/index.ts'
import type { Program } from '../clause.ts'
import { byTool } from '../by-tool.ts'
import { defineOperator } from '../define-operator.ts'
import { statesField } from '../stated-field.ts'
import { compileToolPattern, toolPatternSource } from '../tool-pattern.ts'
import { inWords } from '../in-words.ts'

interface Stated {
  readonly stated: boolean
}

const UNSTATED: Stated = { stated: false }

export const mustState = defineOperator({
  name: 'must_state',
  summary: 'A field must be stated before a matching tool is called.',
  fields: {
    field: required(text({ nonEmpty: true }), 'The field that must have been stated.'),
    before_tool_pattern: required(
      toolPatternSource(),
      'Globs joined by `|`, or `/a regular expression/`; matches the whole tool name.',
    ),
    rationale: defaulted(text(), '', 'Why; shown with the finding.'),
    scope: defaulted(oneOf('session', 'turn'), 'session', 'How long a statement counts.'),
  },
  listensTo: ['turn-start', 'model-response', 'state', 'tool-call'],
  level: 'hard',
  wording: {
    'field-not-stated': {
      says: ({ tool, field, rationale }) =>
        `\`${inWords(field)}\` was not stated before \`${inWords(tool)}\`${rationale === '' ? '' : ` (${inWords(rationale)})`}`,
      passes: ({ field }) =>
        `state it first, for example \`${inWords(field)}: …\` in the reply, or pass \`${inWords(field)}\` as an argument`,
    },
  },
  compile({ field, before_tool_pattern, rationale, scope }): Program<Stated> {
    const needsField = byTool(compileToolPattern(before_tool_pattern))
    return {
      initial: UNSTATED,
      step(state, event) {
        switch (event.kind) {
          case 'turn-start':
            return scope === 'turn' && state.stated ? { state: UNSTATED } : undefined
          case 'model-response':
            return !state.stated && statesField(event.text, field) ? { state: { stated: true } } : undefined
          case 'state':
            return !state.stated && isGiven(event.fields, field) ? { state: { stated: true } } : undefined
          case 'tool-call': {
            if (state.stated || !needsField(event.tool) || isGiven(event.args, field)) return undefined
            return {
              state,
              objections: [
                {
                  code: 'field-not-stated',
                  verdict: 'deny',
                  params: { tool: event.tool, field, rationale },
                  evidence: { in: 'tool', text: event.tool },
                },
              ],
            }
          }
          default:
            return undefined
        }
      },
    }
  },
})

function isGiven(values: JsonObject, field: string): boolean {
  // because every object inherits a `constructor`
  const value = Object.hasOwn(values, field) ? values[field] : undefined
  return value !== undefined && value !== null && value !== ''
}

import type { JsonObject } from '../../../../src/model/index.ts'
import { sinceTurnStart } from '../history.ts'
import { states, toolPatternMatches } from '../text.ts'
import { NOTHING, says, happened, type Reference } from './reference.ts'

function isGiven(values: JsonObject, field: string): boolean {
  const value = Object.entries(values).find(([key]) => key === field)?.[1]
  return value !== undefined && value !== null && value !== ''
}

export const mustState: Reference = ({ options }, { past, event }) => {
  const {
    field,
    before_tool_pattern: pattern,
    scope = 'session',
  } = options as unknown as {
    readonly field: string
    readonly before_tool_pattern: string
    readonly scope?: string
  }
  if (event.kind !== 'tool-call' || !toolPatternMatches(pattern, event.tool)) return NOTHING
  const isStated = happened(scope === 'turn' ? sinceTurnStart(past) : past).some(
    ({ event: earlier }) =>
      (earlier.kind === 'model-response' && states(earlier.text, field)) ||
      (earlier.kind === 'state' && isGiven(earlier.fields, field)),
  )
  return isStated || isGiven(event.args, field) ? NOTHING : says('field-not-stated', 'deny')
}

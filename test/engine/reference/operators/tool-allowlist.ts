import { scopesOf } from '../history.ts'
import { globMatches } from '../text.ts'
import { NOTHING, says, type Reference } from './reference.ts'

export const toolAllowlist: Reference = ({ options }, story) => {
  const { tools, scope = 'session' } = options as unknown as {
    readonly tools: readonly string[]
    readonly scope?: string
  }
  const { event } = story
  if (event.kind !== 'tool-call' || tools.some((glob) => globMatches(glob, event.tool))) return NOTHING
  return scope === 'session' || scopesOf(story.past).includes(scope)
    ? says('tool-not-allowed', 'deny')
    : NOTHING
}

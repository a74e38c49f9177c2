import { defaulted, list, oneOf, required } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { compileToolPattern, toolPatternSource, type ToolMatcher } from '../tool-pattern.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'

const MOST_SHOWN = 20

/** How many of the wanted tools were found in their places; all of them is a match. */
type Progress = (wanted: readonly ToolMatcher[], called: readonly string[]) => number

const PROGRESS: Record<'in_order' | 'contiguous' | 'exact', Progress> = {
  in_order(wanted, called) {
    let found = 0
    for (const tool of called) if (found < wanted.length && wanted[found]!(tool)) found += 1
    return found
  },
  contiguous(wanted, called) {
    let best = 0
    for (let from = 0; from < called.length && best < wanted.length; from += 1)
      best = Math.max(best, prefixLength(wanted, called, from))
    return best
  },
  exact(wanted, called) {
    const found = prefixLength(wanted, called, 0)
    return found === wanted.length && called.length > found ? found - 1 : found
  },
}

export const toolSequence = defineCheck({
  name: 'tool_sequence',
  summary: 'The agent called these tools in this order.',
  fields: {
    tools: required(list(toolPatternSource(), { nonEmpty: true }), 'The tools, first to last.'),
    match: defaulted(
      oneOf('in_order', 'contiguous', 'exact'),
      'in_order',
      '`in_order` allows other calls in between, `contiguous` before and after, `exact` none.',
    ),
  },
  readsCalls: true,
  wording: {
    'out-of-order': {
      says: ({ called, missing, match }) =>
        `the calls were ${shown(called)}; ${missing === '' ? 'there is one too many' : `\`${inWords(missing)}\` is not where it should be`} (${inWords(match)})`,
      passes: ({ tools }) => `the calls ${shown(tools)}`,
    },
    negated: { says: ({ tools }) => `the agent made the calls ${shown(tools)}` },
  },
  compile({ tools, match }) {
    const wanted = tools.map(compileToolPattern)
    const progress = PROGRESS[match]
    return ({ calls }) => {
      const called = calls.map(({ tool }) => tool)
      const found = progress(wanted, called)
      if (found === wanted.length) return held({ tools })
      const missing = match === 'exact' && called.length > wanted.length ? '' : tools[found]!
      return broken('out-of-order', { tools, match, missing, called: called.slice(0, MOST_SHOWN) })
    }
  },
})

function prefixLength(wanted: readonly ToolMatcher[], called: readonly string[], from: number): number {
  let length = 0
  while (length < wanted.length && from + length < called.length && wanted[length]!(called[from + length]!))
    length += 1
  return length
}

function shown(tools: unknown): string {
  if (!Array.isArray(tools) || tools.length === 0) return 'none'
  return tools.map((tool) => `\`${String(tool)}\``).join(' → ')
}

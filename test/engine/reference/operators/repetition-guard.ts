import { canonicalJson } from '../../../../src/kit/canonical-json.ts'
import { present, type Past } from '../history.ts'
import { globMatches, wordsOf } from '../text.ts'
import { NOTHING, says, happened, type Reference } from './reference.ts'

export const repetitionGuard: Reference = ({ options }, { past, event }) => {
  const {
    window_size: window = 5,
    max_repeats: max = 3,
    action = 'deny',
    ignore_tools: ignored = [],
  } = options as unknown as {
    readonly window_size?: number
    readonly max_repeats?: number
    readonly action?: string
    readonly ignore_tools?: readonly string[]
  }
  const keyOf = ({ event: each }: Past): string | undefined => {
    if (each.kind !== event.kind) return undefined
    if (each.kind === 'model-response') return wordsOf(each.text) || undefined
    if (each.kind !== 'tool-call') return undefined
    const isIgnored = ignored.some((glob) => globMatches(glob.toLowerCase(), each.tool.toLowerCase()))
    return isIgnored ? undefined : canonicalJson([each.tool, each.args])
  }
  const key = keyOf(present(event))
  if (key === undefined) return NOTHING
  const keys = [
    ...happened(past)
      .map(keyOf)
      .filter((each) => each !== undefined),
    key,
  ].slice(-window)
  if (keys.filter((each) => each === key).length <= max) return NOTHING
  const code = event.kind === 'tool-call' ? 'action-repeated' : 'statement-repeated'
  return says(code, action === 'log' ? 'allow' : action)
}

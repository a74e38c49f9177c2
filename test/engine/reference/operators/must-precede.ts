import { present, sinceTurnStart, type Past } from '../history.ts'
import { placeOf } from '../text.ts'
import { NOTHING, says, happened, type Reference } from './reference.ts'

/** Places of a marker in an event; names of marks and tools stand at 0. */
function occurrence(marker: string, { event }: Past, match: string): number | undefined {
  if (event.kind === 'mark') return event.marker === marker ? 0 : undefined
  if (event.kind === 'tool-call') return event.tool === marker ? 0 : undefined
  return event.kind === 'model-response' ? placeOf(marker, event.text, match) : undefined
}

export const mustPrecede: Reference = ({ options }, { past, event }) => {
  const {
    before,
    after,
    scope = 'turn',
    match = 'marked',
  } = options as unknown as {
    readonly before: string
    readonly after: string
    readonly scope?: string
    readonly match?: string
  }
  const now = present(event)
  const earlier = happened(scope === 'turn' ? sinceTurnStart(past) : past)
  if (earlier.some((each) => occurrence(before, each, match) !== undefined)) return NOTHING
  const [first, second] = [occurrence(before, now, match), occurrence(after, now, match)]
  if (second === undefined || (first !== undefined && first <= second)) return NOTHING
  return says('came-too-early', 'warn')
}

import type { Evidence, Span } from '../model/index.ts'

const MAX_LENGTH = 240
const MARGIN = 60

/** Evidence that fits a line: a long text is cut to a window around its first span. */
export function evidenceOf(where: string, text: string, spans: readonly Span[] = []): Evidence {
  if (text.length <= MAX_LENGTH) return spans.length === 0 ? { in: where, text } : { in: where, text, spans }
  const first = spans[0]
  const from = first === undefined ? 0 : Math.max(0, first.start - MARGIN)
  const to = Math.min(text.length, from + MAX_LENGTH)
  const moved = spans.flatMap(({ start, end }) =>
    end <= to && start >= from
      ? [{ start: start - from + (from > 0 ? 1 : 0), end: end - from + (from > 0 ? 1 : 0) }]
      : [],
  )
  const shown = `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
  return moved.length === 0 ? { in: where, text: shown } : { in: where, text: shown, spans: moved }
}

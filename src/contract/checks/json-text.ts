export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string }

/** Strict JSON: no comments, no trailing commas, no NaN. */
export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value }
  } catch (error) {
    return { ok: false, reason: text.trim() === '' ? 'it is empty' : (error as Error).message }
  }
}

const FENCE = '```'

/** What stands in the fence when the whole text is one fenced block; otherwise the text itself. */
export function withoutFence(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith(FENCE) || !trimmed.endsWith(FENCE)) return text
  const firstLineEnd = trimmed.indexOf('\n')
  if (firstLineEnd < 0) return text
  return trimmed.slice(firstLineEnd + 1, -FENCE.length)
}

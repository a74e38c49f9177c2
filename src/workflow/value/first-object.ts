import type { JsonObject, JsonValue } from '../../model/index.ts'
import { parseJsonText } from './json-text.ts'

/** The first balanced `{…}` of a text that may hold prose and fences around it, in one walk. */
export function firstObject(text: string): Readonly<Record<string, JsonValue | undefined>> | undefined {
  const start = text.indexOf('{')
  if (start < 0) return undefined
  const end = closingBrace(text, start)
  if (end === undefined) return undefined
  try {
    return parseJsonText(text.slice(start, end + 1)) as JsonObject
  } catch {
    return undefined
  }
}

function closingBrace(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at]
    if (inString) {
      if (letter === '\\') at += 1
      else if (letter === '"') inString = false
    } else if (letter === '"') inString = true
    else if (letter === '{') depth += 1
    else if (letter === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return undefined
}

import type { JsonValue } from '../../../model/index.ts'
import { joinTexts } from '../../conversation.ts'
import { isList, listOf, objectOf, textOf, type Loose } from '../../loose-json.ts'

/** Content is a text, a list of parts, or absent; these are its texts, in order. */
export function contentTexts(content: Loose): readonly string[] {
  if (typeof content === 'string') return [content]
  return listOf(content).map((part) => textOf(objectOf(part)?.['text']) ?? '')
}

export function contentText(content: Loose): string {
  return joinTexts(contentTexts(content))
}

/** The same content with other texts in it; a part without text stays as it is. */
export function withTexts(content: Loose, texts: readonly string[]): JsonValue {
  if (!isList(content)) return texts.join('')
  return content.map((value, position) => {
    const part = objectOf(value)
    return part?.['text'] === undefined ? value : { ...part, text: texts[position] ?? '' }
  })
}

/** A denial stands on lines of its own behind what the model said. */
export function appended(text: string, addition: string): string {
  return text === '' ? addition : `${text}\n\n${addition}`
}

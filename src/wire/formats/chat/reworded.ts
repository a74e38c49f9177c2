import type { JsonObject } from '../../../model/index.ts'
import { objectOf, objectsOf, textOf, without, wordOf } from '../../loose-json.ts'
import { contentTexts, withTexts } from './content.ts'

/**
 * A chunk with other texts, given in the order in which they were read; `undefined` when nothing is left of it.
 * What else repeats the old text goes: its tokens, and the whole message some servers send along.
 */
export function reworded(chunk: JsonObject, texts: readonly string[]): JsonObject | undefined {
  let at = 0
  const next = (old: string): string => (old === '' ? old : (texts[at++] ?? ''))
  const choices = objectsOf(chunk['choices']).map((part) => {
    const delta = objectOf(part['delta'])
    if (delta === undefined) return part
    const content = contentTexts(delta['content']).map(next)
    const refusal = next(textOf(delta['refusal']) ?? '')
    return {
      ...without(part, 'message'),
      ...(part['logprobs'] !== undefined && { logprobs: null }),
      delta: {
        ...delta,
        ...(content.length > 0 && { content: withTexts(delta['content'], content) }),
        ...(textOf(delta['refusal']) !== undefined && { refusal }),
      },
    }
  })
  return withChoices(chunk, choices.filter(saysSomething))
}

/** The chunk with these choices, unless that leaves nothing to send. */
export function withChoices(chunk: JsonObject, choices: readonly JsonObject[]): JsonObject | undefined {
  const isEmptied = choices.length === 0 && objectsOf(chunk['choices']).length > 0
  return isEmptied && objectOf(chunk['usage']) === undefined ? undefined : { ...chunk, choices }
}

export function saysSomething(part: JsonObject): boolean {
  const delta = Object.values(objectOf(part['delta']) ?? {})
  return wordOf(part['finish_reason']) !== undefined || delta.some((value) => value !== null && value !== '')
}

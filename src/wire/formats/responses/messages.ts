import { hashWord } from '../../../kit/hash.ts'
import type { JsonObject } from '../../../model/index.ts'
import { objectOf, wordOf, type Loose } from '../../loose-json.ts'
import type { Refusal } from '../../reply-plan.ts'

const OUR_ID = 'msg_hf_'

/** The id of a replacement tells nothing of what it replaces. */
export function replacementId(of: string): string {
  return OUR_ID + hashWord(of)
}

export function isReplacement(value: Loose): boolean {
  return (wordOf(objectOf(value)?.['id']) ?? '').startsWith(OUR_ID)
}

export function textPart(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

export function wordsPart({ message, style }: Refusal): JsonObject {
  return style === 'refusal' ? { type: 'refusal', refusal: message } : textPart(message)
}

export function messageItem(id: string, parts: readonly JsonObject[], status = 'completed'): JsonObject {
  return { id, type: 'message', status, role: 'assistant', content: parts }
}

/** The part as it is announced: of its kind, and empty. */
export function emptyPart(part: JsonObject): JsonObject {
  return part['type'] === 'refusal' ? { ...part, refusal: '' } : { ...part, text: '' }
}

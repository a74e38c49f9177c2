import type { JsonObject } from '../../../model/index.ts'
import { indexOf, listOf, objectOf, objectsOf, textOf, type Loose } from '../../loose-json.ts'

export interface KeyedCandidate {
  /** Its index, or its position where indexes are missing or repeated. */
  readonly key: number
  readonly candidate: JsonObject
  readonly parts: readonly JsonObject[]
}

export function candidatesOf(value: Loose): readonly KeyedCandidate[] {
  const candidates = listOf(value).map((candidate) => objectOf(candidate) ?? {})
  const indexes = candidates.map(({ index }, position) => indexOf(index) ?? position)
  const telling = new Set(indexes).size === candidates.length
  return candidates.map((candidate, position) => ({
    key: telling ? (indexes[position] ?? position) : position,
    candidate,
    parts: objectsOf(objectOf(candidate['content'])?.['parts']),
  }))
}

/** Text the reader sees; a thought is not. */
export function isText(part: JsonObject): boolean {
  return textOf(part['text']) !== undefined && part['thought'] !== true
}

export function callOf(part: JsonObject): JsonObject | undefined {
  return objectOf(part['functionCall'])
}

/** What quotes the text of a candidate besides the text itself. */
export const QUOTING_KEYS = ['groundingMetadata', 'citationMetadata', 'logprobsResult', 'urlContextMetadata']

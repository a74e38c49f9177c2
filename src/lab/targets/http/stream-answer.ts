import type { JsonObject, JsonValue } from '../../../model/index.ts'
import type { Outcome } from '../answers.ts'
import { excerpt } from '../answers.ts'
import { detectAnswer, textOf } from './detect-answer.ts'
import type { ResponsePath } from './response-path.ts'

/** What the data frames of a streamed reply say together. */
export function streamAnswer(frames: readonly string[], path: ResponsePath | undefined): Outcome {
  const pieces: string[] = []
  let miss: string | undefined
  for (const frame of frames) {
    const value = jsonOf(frame)
    const error = value === undefined ? undefined : errorIn(value)
    if (error !== undefined)
      return { reason: 'crashed', message: `the agent ended its stream with an error: ${excerpt(error)}` }
    if (path === undefined) pieces.push(value === undefined ? frame : pieceOf(value))
    else if (value !== undefined) {
      const result = path(value)
      if (result.found) pieces.push(textOf(result.value))
      else miss = result.message
    }
  }
  if (path !== undefined && pieces.length === 0)
    return {
      reason: 'bad-answer',
      message: miss ?? 'the stream had no JSON frame to look for response_path in',
    }
  return { output: pieces.join('') }
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function errorIn(value: JsonValue): string | undefined {
  if (!isObject(value) || value['error'] === undefined || !isTelling(value['error'])) return undefined
  const { error } = value
  return isObject(error) && typeof error['message'] === 'string' ? error['message'] : textOf(error)
}

/** `null`, `""`, `false` and `{}` say that there is no error. */
export function isTelling(value: JsonValue): boolean {
  if (value === null || value === '' || value === false) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Deltas of the common model protocols first; a stream's summary at its end would say everything twice. */
function pieceOf(value: JsonValue): string {
  if (!isObject(value)) return textOf(value)
  const { choices, delta, type } = value
  if (Array.isArray(choices)) return choiceText((choices as readonly JsonValue[])[0])
  if (typeof delta === 'string') return delta
  if (isObject(delta)) return typeof delta['text'] === 'string' ? delta['text'] : ''
  if (typeof type === 'string' && /^(?:response\.|message_|content_block_|ping$)/u.test(type)) return ''
  for (const key of ['token', 'chunk']) if (typeof value[key] === 'string') return value[key]
  return detectAnswer(value)
}

function choiceText(choice: JsonValue | undefined): string {
  if (!isObject(choice)) return ''
  const { delta, text } = choice
  if (isObject(delta)) return typeof delta['content'] === 'string' ? delta['content'] : ''
  return typeof text === 'string' ? text : ''
}

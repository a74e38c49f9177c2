import type { JsonObject } from '../../../model/index.ts'
import { objectOf } from '../../loose-json.ts'

/** The events of a message stream, each as the provider writes it. */
export function messageStart(body: JsonObject): JsonObject {
  const message = {
    id: 'msg_holdfast',
    type: 'message',
    role: 'assistant',
    model: 'unknown',
    ...body,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, ...objectOf(body['usage']), output_tokens: 0 },
  }
  return { type: 'message_start', message }
}

export function blockStart(index: number, content_block: JsonObject): JsonObject {
  return { type: 'content_block_start', index, content_block }
}

export function blockDelta(index: number, delta: JsonObject): JsonObject {
  return { type: 'content_block_delta', index, delta }
}

export function blockStop(index: number): JsonObject {
  return { type: 'content_block_stop', index }
}

export function textBlock(index: number, text: string): readonly JsonObject[] {
  return [
    blockStart(index, { type: 'text', text: '' }),
    blockDelta(index, { type: 'text_delta', text }),
    blockStop(index),
  ]
}

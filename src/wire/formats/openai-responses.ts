import { defineWireFormat } from '../format.ts'
import { commentedSse } from '../keep-alive.ts'
import { isPost, pathSegments, type WireRoute } from '../route.ts'
import { openaiErrors } from './chat/errors.ts'
import { requestEditor } from './responses/edit-request.ts'
import { decodeReply, rewriteReply } from './responses/reply.ts'
import { decodeRequest } from './responses/request.ts'
import { encodeReply, encodeStream } from './responses/script.ts'
import { createReader } from './responses/stream-reader.ts'
import { createWriter } from './responses/stream-writer.ts'

export const openaiResponses = defineWireFormat({
  name: 'openai-responses',
  provider: 'openai',
  summary: 'The Responses API of OpenAI.',
  match,
  decodeRequest,
  requestEditor,
  decodeReply,
  rewriteReply,
  stream: { createReader, createWriter },
  framing: commentedSse,
  denial: openaiErrors.denial,
  error: openaiErrors.error,
  encodeReply,
  encodeStream,
})

function match(method: string, path: string): WireRoute | undefined {
  const [first, second, third] = pathSegments(path)
  if (!isPost(method) || first !== 'responses' || third !== undefined) return undefined
  if (second === undefined) return { operation: 'reply' }
  return second === 'input_tokens' ? { operation: 'count' } : undefined
}

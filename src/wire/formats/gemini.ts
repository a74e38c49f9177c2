import { defineWireFormat } from '../format.ts'
import { jsonArrayFraming } from '../json-array.ts'
import { commentedSse } from '../keep-alive.ts'
import { isPost, pathSegments, queryOf, type WireRoute } from '../route.ts'
import { requestEditor } from './gemini/edit-request.ts'
import { denial, providerError } from './gemini/errors.ts'
import { decodeReply, rewriteReply } from './gemini/reply.ts'
import { decodeRequest } from './gemini/request.ts'
import { encodeReply, encodeStream } from './gemini/script.ts'
import { createReader } from './gemini/stream-reader.ts'
import { createWriter } from './gemini/stream-writer.ts'

export const gemini = defineWireFormat({
  name: 'gemini',
  provider: 'gemini',
  summary: 'generateContent and streamGenerateContent of Gemini, also as Vertex serves them.',
  match,
  decodeRequest,
  requestEditor,
  decodeReply,
  rewriteReply,
  stream: { createReader, createWriter },
  framing: commentedSse,
  denial,
  error: providerError,
  encodeReply,
  encodeStream,
})

/** The last segment names the model and what is asked of it. */
function match(method: string, path: string): WireRoute | undefined {
  const [kind, last = ''] = pathSegments(path).slice(-2)
  if (!isPost(method) || (kind !== 'models' && kind !== 'tunedModels')) return undefined
  const colon = last.lastIndexOf(':')
  const model = last.slice(0, Math.max(0, colon))
  switch (last.slice(colon + 1)) {
    case 'generateContent':
      return { operation: 'reply', model, stream: false }
    case 'streamGenerateContent': {
      const asEvents = queryOf(path, 'alt') === 'sse'
      return { operation: 'reply', model, stream: true, ...(!asEvents && { framing: jsonArrayFraming }) }
    }
    case 'countTokens':
      return { operation: 'count', model }
    default:
      return undefined
  }
}

import { defineWireFormat } from '../format.ts'
import { isPost, pathSegments, type WireRoute } from '../route.ts'
import { sseFraming } from '../sse.ts'
import { requestEditor } from './anthropic/edit-request.ts'
import { denial, providerError } from './anthropic/errors.ts'
import { decodeReply, rewriteReply } from './anthropic/reply.ts'
import { decodeRequest } from './anthropic/request.ts'
import { encodeReply, encodeStream } from './anthropic/script.ts'
import { createReader } from './anthropic/stream-reader.ts'
import { createWriter } from './anthropic/stream-writer.ts'

export const anthropicMessages = defineWireFormat({
  name: 'anthropic-messages',
  provider: 'anthropic',
  summary: 'The Messages API of Anthropic, also as Vertex serves it.',
  match,
  decodeRequest,
  requestEditor,
  decodeReply,
  rewriteReply,
  stream: { createReader, createWriter },
  framing: sseFraming('event: ping\ndata: {"type":"ping"}\n\n'),
  denial,
  error: providerError,
  encodeReply,
  encodeStream,
})

function match(method: string, path: string): WireRoute | undefined {
  if (!isPost(method)) return undefined
  const segments = pathSegments(path)
  const [first, second, ...rest] = segments
  if (first === 'messages' && second === undefined) return { operation: 'reply' }
  if (first === 'messages' && second === 'count_tokens' && rest.length === 0) return { operation: 'count' }
  return matchVertex(segments)
}

function matchVertex(segments: readonly string[]): WireRoute | undefined {
  const [publisher, models, last = ''] = segments.slice(-3)
  if (publisher !== 'anthropic' || models !== 'models') return undefined
  const [model = '', action] = last.split(':')
  if (action !== 'rawPredict' && action !== 'streamRawPredict') return undefined
  if (model === 'count-tokens') return { operation: 'count' }
  return { operation: 'reply', model: model.split('@', 1).join(''), stream: action === 'streamRawPredict' }
}

import { defineWireFormat, type WireFormat, type WireFormatParts } from '../../format.ts'
import { commentedSse } from '../../keep-alive.ts'
import { requestEditor } from './edit-request.ts'
import type { ErrorVoice } from './errors.ts'
import { decodeReply } from './reply.ts'
import { decodeRequest } from './request.ts'
import { rewriteReply } from './rewrite.ts'
import { encodeReply, encodeStream } from './script.ts'
import { createReader } from './stream-reader.ts'
import { createWriter } from './stream-writer.ts'

type Differences = Pick<WireFormatParts, 'name' | 'provider' | 'summary' | 'match'> & {
  readonly errors: ErrorVoice
}

/** Chat Completions, of which every provider that speaks it only changes the address and the errors. */
export function chatFormat({ errors, ...differences }: Differences): WireFormat {
  return defineWireFormat({
    ...differences,
    decodeRequest,
    requestEditor,
    decodeReply,
    rewriteReply,
    stream: {
      createReader,
      createWriter: (frames, options) => createWriter(frames, options, errors.inStream),
    },
    framing: commentedSse,
    denial: errors.denial,
    error: errors.error,
    encodeReply,
    encodeStream,
  })
}

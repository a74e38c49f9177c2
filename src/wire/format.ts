import type { JsonObject, JsonValue } from '../model/index.ts'
import type { DenialReason, ProviderError, WireAnswer } from './denial.ts'
import type { Framing } from './frame.ts'
import { objectOf } from './loose-json.ts'
import { isEmptyPlan, planReply, type ReplyPlan } from './reply-plan.ts'
import { decodedReply, type DecodedReply, type ReplyEdit } from './reply.ts'
import type { DecodedRequest, EditedBody, RequestEdit } from './request.ts'
import { editRequest, type RequestEditor } from './request-edit.ts'
import type { WireRoute } from './route.ts'
import type { Chunking, ScriptedReply } from './scripted.ts'
import type { StreamProtocol } from './stream-protocol.ts'

/** What a format's author writes: one value, one file, plus fixtures. */
export interface WireFormatParts {
  readonly name: string
  readonly provider: string
  readonly summary: string
  /** Which requests are in this format; `path` is what follows the provider's prefix, query included. */
  match(method: string, path: string): WireRoute | undefined
  decodeRequest(body: JsonObject, route: WireRoute): DecodedRequest
  readonly requestEditor: RequestEditor
  decodeReply(body: JsonObject): DecodedReply
  rewriteReply(body: JsonObject, plan: ReplyPlan): JsonObject
  readonly stream: StreamProtocol
  readonly framing: Framing
  denial(reason: DenialReason): WireAnswer
  error(error: ProviderError): WireAnswer
  encodeReply(reply: ScriptedReply): JsonObject
  /** The frames of a stream, without those that end it early. */
  encodeStream(reply: ScriptedReply, chunking?: Chunking): readonly Uint8Array[]
}

/** A provider's way of writing requests, replies and streams. Bodies of any shape are read as far as they go. */
export interface WireFormat extends Omit<WireFormatParts, 'decodeRequest' | 'decodeReply'> {
  /** `undefined` when the body is not a JSON object, so there is nothing to judge. */
  decodeRequest(body: JsonValue | undefined, route?: WireRoute): DecodedRequest | undefined
  editRequest(body: JsonValue, edits: readonly RequestEdit[]): EditedBody
  decodeReply(body: JsonValue | undefined): DecodedReply
  editReply(body: JsonValue, edits: readonly ReplyEdit[]): EditedBody
}

const EMPTY_REPLY = decodedReply({ texts: [], calls: [] })

export function defineWireFormat(parts: WireFormatParts): WireFormat {
  return {
    ...parts,
    decodeRequest(value, route = { operation: 'reply' }) {
      const body = objectOf(value)
      return body === undefined ? undefined : parts.decodeRequest(body, route)
    },
    editRequest(value, edits) {
      const body = objectOf(value)
      return body === undefined
        ? { body: value, changed: false }
        : editRequest(parts.requestEditor, body, edits)
    },
    decodeReply(value) {
      const body = objectOf(value)
      return body === undefined ? EMPTY_REPLY : parts.decodeReply(body)
    },
    editReply(value, edits) {
      const body = objectOf(value)
      if (body === undefined) return { body: value, changed: false }
      const plan = planReply(parts.decodeReply(body), edits)
      return isEmptyPlan(plan)
        ? { body, changed: false }
        : { body: parts.rewriteReply(body, plan), changed: true }
    },
  }
}

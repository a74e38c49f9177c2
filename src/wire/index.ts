export { planCompression, type Compression, type CompressionOptions } from './compression.ts'
export { countableText, turnsOf } from './conversation.ts'
export { BLOCKED_CODE, type DenialReason, type ProviderError, type WireAnswer } from './denial.ts'
export { defineWireFormat, type WireFormat, type WireFormatParts } from './format.ts'
export {
  anthropicMessages,
  gemini,
  openaiChat,
  openaiResponses,
  openrouter,
  wireFormats,
} from './formats/index.ts'
export type { Frame, FrameSplitter, FrameWriter, Framing } from './frame.ts'
export { jsonArrayFraming } from './json-array.ts'
export { parseJson } from './loose-json.ts'
export type { DecodedCall, DecodedReply, DecodedText, DenyStyle, Ending, ReplyEdit } from './reply.ts'
export type {
  DecodedRequest,
  EditedBody,
  HistoryCall,
  HistoryResult,
  Message,
  OfferedTool,
  RequestEdit,
  SessionHints,
  WithheldCall,
} from './request.ts'
export type { WireRoute } from './route.ts'
export { routeRequest, type RoutedRequest } from './routing.ts'
export type { Chunking, ScriptedCall, ScriptedReply, ScriptedStop } from './scripted.ts'
export { createStreamGate, type StreamGate, type StreamGateOptions } from './stream-gate.ts'
export type { TextFilter, TextRelease } from './text-filter.ts'

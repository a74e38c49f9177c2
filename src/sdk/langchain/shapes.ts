/** The parts of LangChain's messages, models and requests that are read here; everything else passes untouched. */
export interface LcBlock {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly index?: number | string
}

export interface LcToolCall {
  readonly id?: string | undefined
  readonly name: string
  readonly args: unknown
}

export interface LcInvalidToolCall {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly args?: string | undefined
}

export interface LcUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly input_token_details?: { readonly cache_read?: number; readonly cache_creation?: number }
  readonly output_token_details?: { readonly reasoning?: number }
}

export interface LcMessage {
  readonly content: string | readonly LcBlock[]
  readonly id?: string | undefined
  readonly name?: string | undefined
  getType(): string
}

export interface LcAiMessage extends LcMessage {
  readonly tool_calls?: readonly LcToolCall[]
  readonly invalid_tool_calls?: readonly LcInvalidToolCall[]
  readonly tool_call_chunks?: readonly object[]
  readonly usage_metadata?: LcUsage
  readonly response_metadata?: Readonly<Record<string, unknown>>
  readonly additional_kwargs?: Readonly<Record<string, unknown>>
}

export interface LcToolMessage extends LcMessage {
  readonly tool_call_id: string
  readonly status?: string | undefined
}

/** A piece of a streamed reply. */
export interface LcChunk {
  readonly text: string
  readonly message: LcAiMessage & { concat(next: LcAiMessage): LcAiMessage }
  readonly generationInfo?: unknown
}

export interface LcGeneration {
  readonly text: string
  readonly message: LcAiMessage
}

export interface LcRunManager {
  handleLLMNewToken?(...args: readonly unknown[]): Promise<void>
}

/** Where a chat model answers; not in the types that middleware is given. */
export interface LcChatModel {
  readonly model?: unknown
  readonly modelName?: unknown
  getLsParams?(options: object): { readonly ls_provider?: string | undefined }
  _generate(
    messages: unknown,
    options: unknown,
    runManager?: LcRunManager,
  ): Promise<{ readonly generations: readonly LcGeneration[] }>
  _streamResponseChunks(
    messages: unknown,
    options: unknown,
    runManager?: LcRunManager,
  ): AsyncIterable<LcChunk>
}

export interface LcModelRequest {
  readonly model: unknown
  readonly messages: readonly LcMessage[]
  readonly systemMessage?: LcMessage & { concat(text: string): unknown }
  readonly tools?: readonly unknown[]
  readonly toolChoice?: unknown
  readonly responseFormat?: unknown
  readonly runtime?: { readonly configurable?: object | undefined }
}

export interface LcToolCallRequest {
  readonly toolCall: LcToolCall
  readonly tool: unknown
  readonly runtime?: { readonly configurable?: object | undefined }
}

/** The same message with other fields. Constructors take what messages have as properties. */
export function remade<Message extends LcMessage>(message: Message, changes: object): Message {
  // sound because an object's constructor makes objects of its class
  const { constructor } = message as unknown as { readonly constructor: new (fields: object) => Message }
  const fields = Object.fromEntries(Object.entries(message).filter(([key]) => !key.startsWith('lc_')))
  return new constructor({ ...fields, ...changes })
}

export function blocksOf({ content }: LcMessage): readonly LcBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

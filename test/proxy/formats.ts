import type { JsonObject } from '../../src/model/index.ts'
import { wireFormats } from '../../src/wire/formats/index.ts'
import type { WireFormat } from '../../src/wire/format.ts'

/** How a request looks in each format, for tests that hold for all of them. */
export interface FormatUnderTest {
  readonly name: string
  readonly format: WireFormat
  path(stream: boolean): string
  body(text: string, stream: boolean): JsonObject
}

const chat = (text: string, stream: boolean): JsonObject => ({
  model: 'gpt-5.5',
  stream,
  messages: [{ role: 'user', content: text }],
})

const SHAPES: Readonly<Record<string, Pick<FormatUnderTest, 'path' | 'body'>>> = {
  'anthropic-messages': {
    path: () => '/anthropic/v1/messages',
    body: (text, stream) => ({ ...chat(text, stream), model: 'claude-sonnet-5', max_tokens: 10 }),
  },
  gemini: {
    path: (stream) =>
      `/gemini/v1beta/models/gemini-2.5-flash:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  },
  'openai-chat': { path: () => '/openai/v1/chat/completions', body: chat },
  'openai-responses': {
    path: () => '/openai/v1/responses',
    body: (text, stream) => ({ model: 'gpt-5.5', stream, input: text }),
  },
  openrouter: { path: () => '/openrouter/v1/chat/completions', body: chat },
}

export const FORMATS: readonly (readonly [string, FormatUnderTest])[] = wireFormats.map((format) => [
  format.name,
  { name: format.name, format, ...SHAPES[format.name]! },
])

/** What a client makes of a reply, streamed or not. */
export function readReply({ format }: FormatUnderTest, body: Buffer, stream: boolean) {
  if (!stream) return format.decodeReply(JSON.parse(body.toString()) as JsonObject)
  const splitter = format.framing.createSplitter()
  const reader = format.stream.createReader()
  for (const frame of [...splitter.push(body), ...splitter.end()]) reader.read(frame)
  return format.decodeReply(reader.body())
}

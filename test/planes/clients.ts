import Anthropic, { APIError as AnthropicError } from '@anthropic-ai/sdk'
import { ApiError as GeminiError, GoogleGenAI, type GenerateContentResponse } from '@google/genai'
import OpenAI, { APIError as OpenAIError } from 'openai'

/** What an official client makes of a reply. */
export interface Heard {
  readonly text: string
  readonly stop: string | undefined
  readonly calls: readonly { readonly tool: string; readonly args: string }[]
}

export interface Client {
  readonly name: string
  /** The stop reason of a reply that ran into its limit. */
  readonly lengthStop: string
  readonly overloadedStatus: number
  /** The provider's own kind of error. */
  readonly errorClass: new (...args: never[]) => Error
  ask(baseUrl: string, stream: boolean): Promise<Heard>
}

const TOOL = {
  name: 'market_data',
  description: 'Prices.',
  parameters: { type: 'object' as const, properties: { symbol: { type: 'string' } } },
}

const text = (parts: readonly (string | null | undefined)[]): string => parts.join('')

function openaiClient(baseUrl: string, provider: string): OpenAI {
  return new OpenAI({ apiKey: 'key', baseURL: `${baseUrl}/${provider}/v1`, maxRetries: 0 })
}

function chatClient(name: string, provider: string): Client {
  return {
    name,
    lengthStop: 'length',
    overloadedStatus: 503,
    errorClass: OpenAIError,
    async ask(baseUrl, stream) {
      const client = openaiClient(baseUrl, provider)
      const request = {
        model: 'gpt-5.5',
        messages: [{ role: 'user' as const, content: 'Price?' }],
        tools: [{ type: 'function' as const, function: TOOL }],
      }
      if (!stream) return heardChoice((await client.chat.completions.create(request)).choices[0])
      const pieces = await client.chat.completions.create({ ...request, stream: true })
      const calls = new Map<number, { tool: string; args: string }>()
      let said = ''
      let stop: string | undefined
      for await (const { choices } of pieces) {
        const choice = choices[0]
        said += choice?.delta.content ?? ''
        stop = choice?.finish_reason ?? stop
        for (const { index, function: part } of choice?.delta.tool_calls ?? []) {
          const call = calls.get(index) ?? { tool: part?.name ?? '', args: '' }
          calls.set(index, { ...call, args: call.args + (part?.arguments ?? '') })
        }
      }
      return { text: said, stop, calls: [...calls.values()] }
    },
  }
}

function heardChoice(choice: OpenAI.ChatCompletion.Choice | undefined): Heard {
  return {
    text: choice?.message.content ?? '',
    stop: choice?.finish_reason,
    calls: (choice?.message.tool_calls ?? []).flatMap((call) =>
      call.type === 'function' ? [{ tool: call.function.name, args: call.function.arguments }] : [],
    ),
  }
}

const responses: Client = {
  name: 'OpenAI Responses',
  lengthStop: 'max_output_tokens',
  overloadedStatus: 503,
  errorClass: OpenAIError,
  async ask(baseUrl, stream) {
    const client = openaiClient(baseUrl, 'openai')
    const request = {
      model: 'gpt-5.5',
      input: 'Price?',
      tools: [{ type: 'function' as const, strict: false, ...TOOL }],
    }
    if (!stream) return heardResponse(await client.responses.create(request))
    let last: OpenAI.Responses.Response | undefined
    for await (const event of await client.responses.create({ ...request, stream: true })) {
      if (event.type === 'response.completed' || event.type === 'response.incomplete') last = event.response
      if (event.type === 'error') throw new OpenAIError(undefined, event, event.message, undefined)
    }
    if (last === undefined) throw new OpenAIError(undefined, {}, 'the stream ended early', undefined)
    return heardResponse(last)
  },
}

function heardResponse({ output, incomplete_details: details, status }: OpenAI.Responses.Response): Heard {
  return {
    text: text(
      output.flatMap((item) =>
        item.type === 'message'
          ? item.content.map((part) => (part.type === 'output_text' ? part.text : ''))
          : [],
      ),
    ),
    stop: details?.reason ?? status,
    calls: output.flatMap((item) =>
      item.type === 'function_call' ? [{ tool: item.name, args: item.arguments }] : [],
    ),
  }
}

const anthropic: Client = {
  name: 'Anthropic',
  lengthStop: 'max_tokens',
  overloadedStatus: 529,
  errorClass: AnthropicError,
  async ask(baseUrl, stream) {
    const client = new Anthropic({ apiKey: 'key', baseURL: `${baseUrl}/anthropic`, maxRetries: 0 })
    const request = {
      model: 'claude-opus-4-8',
      max_tokens: 100,
      messages: [{ role: 'user' as const, content: 'Price?' }],
      tools: [{ name: TOOL.name, description: TOOL.description, input_schema: TOOL.parameters }],
    }
    if (!stream) return heardMessage(await client.messages.create(request))
    const calls: { tool: string; args: string }[] = []
    let said = ''
    let stop: string | undefined
    let isOver = false
    for await (const event of await client.messages.create({ ...request, stream: true })) {
      if (event.type === 'content_block_start' && event.content_block.type === 'tool_use')
        calls.push({ tool: event.content_block.name, args: '' })
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') said += event.delta.text
      if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta')
        calls.at(-1)!.args += event.delta.partial_json
      if (event.type === 'message_delta') stop = event.delta.stop_reason ?? undefined
      isOver ||= event.type === 'message_stop'
    }
    if (!isOver) throw new AnthropicError(undefined, {}, 'the stream ended early', undefined)
    return { text: said, stop, calls }
  },
}

function heardMessage({ content, stop_reason: stop }: Anthropic.Message): Heard {
  return {
    text: text(content.map((block) => (block.type === 'text' ? block.text : ''))),
    stop: stop ?? undefined,
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ tool: block.name, args: JSON.stringify(block.input) }] : [],
    ),
  }
}

const gemini: Client = {
  name: 'Gemini',
  lengthStop: 'MAX_TOKENS',
  overloadedStatus: 503,
  errorClass: GeminiError,
  async ask(baseUrl, stream) {
    const client = new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: `${baseUrl}/gemini` } })
    const request = {
      model: 'gemini-2.5-flash',
      contents: 'Price?',
      config: {
        tools: [
          {
            functionDeclarations: [
              { name: TOOL.name, description: TOOL.description, parametersJsonSchema: TOOL.parameters },
            ],
          },
        ],
      },
    }
    if (!stream) return heardGemini([await client.models.generateContent(request)])
    const pieces: GenerateContentResponse[] = []
    for await (const piece of await client.models.generateContentStream(request)) pieces.push(piece)
    return heardGemini(pieces)
  },
}

function heardGemini(pieces: readonly GenerateContentResponse[]): Heard {
  const parts = pieces.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
  return {
    text: text(parts.map((part) => part.text)),
    stop: pieces.at(-1)?.candidates?.[0]?.finishReason,
    calls: parts.flatMap(({ functionCall }) =>
      functionCall === undefined
        ? []
        : [{ tool: functionCall.name ?? '', args: JSON.stringify(functionCall.args) }],
    ),
  }
}

export const CLIENTS: readonly Client[] = [
  chatClient('OpenAI Chat', 'openai'),
  chatClient('OpenRouter', 'openrouter'),
  responses,
  anthropic,
  gemini,
]

import { turnsOf } from './conversation.ts'
import { jsonText } from './loose-json.ts'
import type { DecodedRequest, Message, RequestEdit } from './request.ts'

export interface CompressionOptions {
  readonly maxTokens: number
  readonly countTokens: (text: string) => number
  readonly placeholder?: string
}

export interface Compression {
  readonly edits: readonly RequestEdit[]
  /** An estimate of what remains. */
  readonly tokens: number
  readonly fits: boolean
}

/**
 * Oldest tool results are elided first, then oldest turns are dropped. The system prompt and the newest turn stay
 * as they are, so a conversation of one huge turn may not fit in the end, and `fits` says so.
 */
export function planCompression(
  { system, tools, messages }: DecodedRequest,
  { maxTokens, countTokens, placeholder = '[elided to save context]' }: CompressionOptions,
): Compression {
  const sizes = messages.map((entry) => sizeOf(entry, countTokens))
  const fixed =
    countTokens(system) + countTokens(tools.map(({ definition }) => jsonText(definition)).join('\n'))
  let tokens = sizes.reduce((total, size) => total + size, fixed)
  const edits: RequestEdit[] = []
  const turns = turnsOf(messages)
  const newestTurn = turns.at(-1)?.[0] ?? messages.length

  // the results at the very end are what the request is about: the model has not seen them yet
  const lastOther = messages.findLastIndex(
    ({ role, toolResults }) => toolResults.length === 0 && role !== 'tool',
  )

  messages.forEach((entry, position) => {
    if (tokens <= maxTokens || entry.toolResults.length === 0 || position > lastOther) return
    const toolResults = entry.toolResults.map((result) => ({ ...result, content: placeholder }))
    const elided = sizeOf({ ...entry, toolResults }, countTokens)
    const before = sizes[position] ?? 0
    if (elided >= before) return
    sizes[position] = elided
    tokens -= before - elided
    edits.push({ kind: 'elide-results', message: position, placeholder })
  })
  for (const turn of turns) {
    if (tokens <= maxTokens || (turn[0] ?? newestTurn) >= newestTurn) break
    tokens -= turn.reduce((total, position) => total + (sizes[position] ?? 0), 0)
    edits.push({ kind: 'drop-messages', messages: turn })
  }
  return { edits, tokens, fits: tokens <= maxTokens }
}

/** System messages are counted once, as the system prompt. */
function sizeOf(
  { role, text, toolCalls, toolResults }: Message,
  countTokens: (text: string) => number,
): number {
  if (role === 'system') return 0
  const calls = toolCalls.map(({ tool, args }) => tool + JSON.stringify(args))
  const results = toolResults.map(({ content }) =>
    typeof content === 'string' ? content : jsonText(content),
  )
  return countTokens([text, ...calls, ...results].join('\n'))
}

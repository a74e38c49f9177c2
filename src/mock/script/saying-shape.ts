import {
  defaulted,
  list,
  number,
  object,
  oneOf,
  optional,
  refuse,
  required,
  text,
  type ObjectOf,
  type Place,
  type Shape,
} from '../../kit/shape/index.ts'
import type { Located } from '../../kit/source/index.ts'
import type { ScriptedStop } from '../../wire/index.ts'
import { JSON_TEMPLATE, readEntries, templateText, type JsonTemplate } from './json-template.ts'
import type { Saying } from './script.ts'
import type { Template } from './template.ts'

const TOKENS = number({ whole: true, atLeast: 0 })
const MILLISECONDS = number({ atLeast: 0, atMost: 3_600_000 })

const USAGE = object({
  input: optional(TOKENS, 'Tokens of the request, cached ones included; estimated when absent.'),
  output: optional(TOKENS, 'Tokens of the reply, reasoning included; estimated when absent.'),
  cache_read: optional(TOKENS, 'Tokens of the request that came from a cache.'),
  cache_write: optional(TOKENS, 'Tokens of the request that went into a cache.'),
  reasoning: optional(TOKENS, 'Tokens of the reply that nobody sees.'),
})

const ERROR = object({
  status: defaulted(number({ whole: true, atLeast: 400, atMost: 599 }), 500, 'The HTTP status.'),
  type: optional(
    text({ nonEmpty: true }),
    "The provider's code for it; follows from the status when absent.",
  ),
  message: optional(text(), 'What the error says.'),
  retry_after: optional(number({ atLeast: 0 }), 'Seconds, sent as the `Retry-After` header.'),
})

/** Arguments are a mapping; a text is sent as it is, for arguments that are not JSON. */
const ARGS: Shape<JsonTemplate | Template> = {
  expected: 'a mapping, or the text of the arguments',
  read(node, place) {
    if (node.kind === 'map') return readEntries(node, place)
    if (node.kind === 'scalar' && typeof node.value === 'string') return templateText().read(node, place)
    return refuse(node, place, ARGS.expected)
  },
  schema: () => ({ type: ['object', 'string'] }),
}

const NO_ARGS: JsonTemplate = { kind: 'object', entries: [] }

const CALL = object({
  tool: required(text({ nonEmpty: true }), 'The name of the tool.'),
  args: optional(ARGS, 'The arguments; templates are filled in every text.'),
})

/** The words of this file first, then what the providers call the same. */
const STOPS = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  content_filter: 'content-filter',
  refusal: 'refusal',
  end_turn: 'stop',
  max_tokens: 'length',
  tool_use: 'tool-calls',
} as const satisfies Record<string, ScriptedStop>

export const SAYING_FIELDS = {
  text: optional(templateText(), 'What the model says.'),
  json: optional(JSON_TEMPLATE, 'What the model says, as a JSON value.'),
  thinking: optional(templateText(), 'What the model thinks before it speaks.'),
  refusal: optional(templateText(), 'The typed refusal of the provider.'),
  tool_calls: optional(list(CALL), 'The calls the model proposes, in parallel.'),
  usage: optional(USAGE, 'The tokens the reply reports.'),
  stop_reason: optional(
    oneOf('stop', 'length', 'tool_calls', 'content_filter', 'refusal', 'end_turn', 'max_tokens', 'tool_use'),
    'Why the reply ended; follows from the content when absent.',
  ),
  error: optional(ERROR, 'An error in place of a reply.'),
  latency_ms: optional(MILLISECONDS, 'How long the first byte takes.'),
  chunk_chars: optional(number({ whole: true, atLeast: 1 }), 'Characters a streamed frame brings.'),
  delay_between_chunks_ms: optional(MILLISECONDS, 'How long each further frame of a stream takes.'),
} as const

export type WrittenSaying = ObjectOf<typeof SAYING_FIELDS>

const CONTENT = ['text', 'json', 'refusal', 'tool_calls'] as const

/** Gives nothing after reporting a saying that contradicts itself or says nothing. */
export function sayingOf(written: WrittenSaying, node: Located, place: Place): Saying | undefined {
  const content = CONTENT.filter((key) => written[key] !== undefined)
  const complaint =
    written.text !== undefined && written.json !== undefined
      ? (['conflicting-keys', 'has both `text` and `json`', 'keep one of them'] as const)
      : written.error !== undefined && content.length > 0
        ? ([
            'conflicting-keys',
            `has both \`error\` and \`${content[0]}\``,
            'an error comes in place of a reply; make it a turn of its own',
          ] as const)
        : written.error === undefined && content.length === 0
          ? ([
              'empty-turn',
              'says nothing',
              'give it text, json, tool_calls, refusal or error; for an empty reply write text: ""',
            ] as const)
          : undefined
  if (complaint === undefined) return saying(written)
  const [code, what, hint] = complaint
  place.report({ code, path: place.path, offset: node.start, message: `${place.subject} ${what}`, hint })
  return undefined
}

function saying(written: WrittenSaying): Saying {
  const { text: said, json, thinking, refusal, usage = {}, error, stop_reason: stop } = written
  return {
    ...(said !== undefined && { text: said }),
    ...(json !== undefined && { json }),
    ...(thinking !== undefined && { thinking }),
    ...(refusal !== undefined && { refusal }),
    toolCalls: (written.tool_calls ?? []).map(({ tool, args = NO_ARGS }) => ({ tool, args })),
    usage: {
      ...(usage.input !== undefined && { input: usage.input }),
      ...(usage.output !== undefined && { output: usage.output }),
      ...(usage.cache_read !== undefined && { cacheRead: usage.cache_read }),
      ...(usage.cache_write !== undefined && { cacheWrite: usage.cache_write }),
      ...(usage.reasoning !== undefined && { reasoning: usage.reasoning }),
    },
    ...(stop !== undefined && { stop: STOPS[stop] }),
    ...(error !== undefined && { error: errorOf(error) }),
    pace: {
      latencyMs: written.latency_ms ?? 0,
      delayBetweenChunksMs: written.delay_between_chunks_ms ?? 0,
      ...(written.chunk_chars !== undefined && { chunkChars: written.chunk_chars }),
    },
  }
}

function errorOf(written: NonNullable<WrittenSaying['error']>): NonNullable<Saying['error']> {
  const { status, type, message, retry_after: retryAfterS } = written
  return {
    status,
    ...(type !== undefined && { type }),
    ...(message !== undefined && { message }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  }
}

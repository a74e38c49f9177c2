import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { RecordedResponse, ReplaySession } from '../replay-session.ts'

/** One message of a conversation, however it was recorded. */
export interface Said {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string
}

export interface Conversation {
  readonly id: string
  readonly source: string
  readonly capturedAt?: string
  readonly said: readonly Said[]
  readonly toolResponses: readonly RecordedResponse[]
  readonly failure?: string
  readonly contract?: string
}

/**
 * The last thing a person said is what is asked again; what was said before it is context. `undefined` when nobody
 * asked anything.
 */
export function replayOf(conversation: Conversation): ReplaySession | undefined {
  const { id, source, capturedAt, said, toolResponses, failure, contract } = conversation
  const last = said.findLastIndex(({ role, content }) => role === 'user' && content.trim() !== '')
  if (last === -1) return undefined
  return {
    id,
    name: id,
    source,
    ...(capturedAt === undefined ? {} : { capturedAt }),
    input: said[last]!.content,
    context: said.slice(0, last).map(({ role, content }): JsonObject => ({ role, content })),
    toolResponses,
    ...(failure === undefined ? {} : { expectedFailure: failure }),
    ...(contract === undefined ? {} : { contract }),
  }
}

/** The text of a message's content: a text, or a list of parts of which some are texts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) => {
      const { text, content: inner } = asObject(part) ?? {}
      return typeof text === 'string' ? text : typeof inner === 'string' ? inner : ''
    })
    .filter((text) => text !== '')
    .join('\n')
}

export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** A text that may be JSON, as people like to nest it. */
export function unfolded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/u.test(value)) return value
  try {
    return JSON.parse(value) as JsonValue
  } catch {
    return value
  }
}

/** A name, if it is one. */
export function nameOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise
}

export function roleOf(role: unknown): Said['role'] | undefined {
  if (role === 'user' || role === 'human') return 'user'
  if (role === 'assistant' || role === 'ai' || role === 'model') return 'assistant'
  return role === 'system' || role === 'developer' ? 'system' : undefined
}

import type { JsonObject } from '../model/index.ts'

export interface EarlierMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string
}

/** What the agent is told before the prompt: messages as they were, and everything else as what it knew. */
export function earlierOf(context: readonly JsonObject[]): readonly EarlierMessage[] {
  return context.map((entry) => {
    const { role, content } = entry
    return isRole(role) && typeof content === 'string'
      ? { role, content }
      : { role: 'system', content: knowledge(entry) }
  })
}

function isRole(role: unknown): role is EarlierMessage['role'] {
  return role === 'user' || role === 'assistant' || role === 'system'
}

function knowledge(entry: JsonObject): string {
  return Object.entries(entry)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}

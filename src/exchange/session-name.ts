import { createHash } from 'node:crypto'
import type { SessionHints } from '../wire/request.ts'

/** What the request itself says of the conversation it belongs to. */
export interface SessionNaming {
  /** In front of names that are worked out, so that nobody shares a session by accident or by guessing. */
  readonly namespace: string
  readonly hints: SessionHints
  /** The session in which the provider gave this reply. */
  readonly sessionOfReply: (responseId: string) => string | undefined
}

export function sessionNameOf({ namespace, hints, sessionOfReply }: SessionNaming): string {
  const { conversationId, previousResponseId, userId, prefixHash } = hints
  if (conversationId !== undefined) return `${namespace}/conversation-${plainLabel(conversationId)}`
  const followed = previousResponseId === undefined ? undefined : sessionOfReply(previousResponseId)
  if (followed !== undefined) return followed
  if (userId !== undefined) return `${namespace}/user-${plainLabel(userId)}`
  return `${namespace}/prefix-${prefixHash}`
}

/** Short plain words stay readable; everything else becomes a hash of itself. */
export function plainLabel(text: string): string {
  return /^[\w.:@+-]{1,80}$/u.test(text) ? text : createHash('sha256').update(text).digest('hex').slice(0, 32)
}

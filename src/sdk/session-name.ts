import { hashWord } from '../kit/hash.ts'
import type { SessionHints } from '../wire/request.ts'

export interface SessionNaming {
  /** In front of names that are worked out, so that two wrappers never share a session by accident. */
  readonly namespace: string
  /** As the caller named it, for one request or for all. */
  readonly given: string | undefined
  readonly hints: SessionHints
  readonly sessionOfReply: (responseId: string) => string | undefined
}

/** A name that was given counts; otherwise what the request itself says tells one conversation from another. */
export function sessionNameOf({ namespace, given, hints, sessionOfReply }: SessionNaming): string {
  if (given !== undefined && given !== '') return given
  const named = (label: string): string => `${namespace}/${label}`
  if (hints.conversationId !== undefined) return named(`conversation-${plainLabel(hints.conversationId)}`)
  const followed =
    hints.previousResponseId === undefined ? undefined : sessionOfReply(hints.previousResponseId)
  if (followed !== undefined) return followed
  if (hints.userId !== undefined) return named(`user-${plainLabel(hints.userId)}`)
  return named(`prefix-${hints.prefixHash}`)
}

function plainLabel(text: string): string {
  return /^[\w.:@+-]{1,80}$/u.test(text) ? text : hashWord(text)
}

import type { SessionHints } from '../wire/request.ts'
import { sha256 } from './credentials.ts'

/** What a session is called; nobody can join another client's session by guessing its name. */
export interface SessionNaming {
  /** The contract's place in the gateway. */
  readonly namespace: string
  /** A hash of what the client proves itself with. */
  readonly client: string
  readonly header: string | undefined
  /** Set for the whole gateway. */
  readonly fixed: string | undefined
  readonly hints: SessionHints
  /** The session in which the provider gave this reply. */
  readonly sessionOfReply: (responseId: string) => string | undefined
}

const CLIENT_CHARS = 12

export function sessionIdOf({
  namespace,
  client,
  header,
  fixed,
  hints,
  sessionOfReply,
}: SessionNaming): string {
  const named = (label: string): string => `${namespace}/${client.slice(0, CLIENT_CHARS)}/${label}`
  if (header !== undefined && header !== '') return named(plainLabel(header))
  if (fixed !== undefined) return named(plainLabel(fixed))
  if (hints.conversationId !== undefined) return named(`conversation-${plainLabel(hints.conversationId)}`)
  const followed =
    hints.previousResponseId === undefined ? undefined : sessionOfReply(hints.previousResponseId)
  if (followed !== undefined) return followed
  if (hints.userId !== undefined) return named(`user-${plainLabel(hints.userId)}`)
  return named(`prefix-${hints.prefixHash}`)
}

/** Short plain words stay readable; everything else becomes a hash of itself. */
export function plainLabel(text: string): string {
  return /^[\w.:@+-]{1,80}$/u.test(text) ? text : sha256(text).slice(0, 32)
}

import { plainLabel, sessionNameOf, type SessionNaming } from '../exchange/session-name.ts'

/** What a session is called; nobody can join another client's session by guessing its name. */
export interface ClientSessionNaming extends SessionNaming {
  /** A hash of what the client proves itself with. */
  readonly client: string
  readonly header: string | undefined
  /** Set for the whole gateway. */
  readonly fixed: string | undefined
}

const CLIENT_CHARS = 12

export function sessionIdOf(naming: ClientSessionNaming): string {
  const { client, header, fixed, hints, sessionOfReply } = naming
  const namespace = `${naming.namespace}/${client.slice(0, CLIENT_CHARS)}`
  if (header !== undefined && header !== '') return `${namespace}/${plainLabel(header)}`
  if (fixed !== undefined) return `${namespace}/${plainLabel(fixed)}`
  return sessionNameOf({ namespace, hints, sessionOfReply })
}

import type { EventInput, Judged } from '../guard/index.ts'
import type { Mode, Surface } from '../model/index.ts'
import type { WireFormat } from '../wire/format.ts'
import type { DecodedRequest } from '../wire/request.ts'
import type { ContractNeeds } from './contract-needs.ts'
import type { ExchangeSession } from './session.ts'

/** One contract in force on one surface: all that judging an exchange needs of whoever runs it. */
export interface ContractInForce {
  readonly surface: Surface
  readonly mode: Mode
  readonly contractName: string
  readonly needs: ContractNeeds
  readonly nowMs: () => number
  judge(session: ExchangeSession, input: EventInput): Judged
  fold(session: ExchangeSession, input: EventInput): void
  /** A later request may name this reply instead of telling the conversation again. */
  rememberReply(client: string, responseId: string, sessionId: string): void
}

/** All that judging needs to know of the format an exchange is in. */
export type ExchangeFormat = Pick<WireFormat, 'provider' | 'requestEditor'>

/** One request with its reply to come, and whom to ask about them. */
export interface ExchangeToJudge {
  readonly inForce: ContractInForce
  readonly session: ExchangeSession
  readonly format: ExchangeFormat
  readonly decoded: DecodedRequest
  readonly requestId: string
  /** Whoever asks, so that nobody can name a reply that another was given. */
  readonly client: string
  readonly startedMs: number
  /** A denial is told by an error; otherwise it is carried out inside the reply, so that the agent can go on. */
  readonly denialsAreErrors: boolean
}

import { HoldfastError } from '../kit/errors.ts'
import type { ClientGuard } from './clients/client-guard.ts'
import type { ContractSource } from './contract-source.ts'
import { conversationsOf, createGuard, type ContractGuard, type GuardOptions } from './guard.ts'
import type { OnDeny } from './judged-exchange.ts'

export interface WrapOptions extends GuardOptions {
  /**
   * What becomes of a denied reply or tool call: an error (`throw`, the default), or a reply in the provider's own
   * format that says what was stopped, so that the agent can go on (`replace`). A denied request always throws.
   */
  readonly onDeny?: OnDeny
  /** What becomes of calls that make model output in a way that cannot be judged, such as batches. */
  readonly unjudged?: 'refuse' | 'pass'
}

export function clientGuard(
  contract: ContractSource | ContractGuard,
  { onDeny = 'throw', unjudged = 'refuse', ...options }: WrapOptions,
): ClientGuard {
  const given = typeof contract === 'object' && 'toolCall' in contract ? contract : undefined
  const guard = given ?? createGuard(contract as ContractSource, options)
  const conversations = conversationsOf(guard)
  if (conversations === undefined)
    throw new HoldfastError('HF_USAGE', 'the guard was not made by `createGuard` of `holdfast/sdk`')
  return { conversations, sessionId: given?.sessionId ?? options.sessionId, onDeny, unjudged }
}

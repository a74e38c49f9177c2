import { NodeError } from '../node-error.ts'
import type { Backend, BackendReply, BackendRequest } from './backend.ts'

export interface ScriptedVariant {
  readonly content: string
  readonly promptTokens?: number
  readonly completionTokens?: number
}

/** What one successive call is answered with: one of its variants. */
export type ScriptedTurn = readonly ScriptedVariant[]

export interface ScriptedOptions {
  /** Which of the variants; for the trial of a compatible suite see `variantIndex`. */
  readonly choose?: (turn: number, variants: number) => number
  /** The call, from 1, that fails as a lost connection would. */
  readonly failOnCall?: number
}

export interface ScriptedBackend extends Backend {
  readonly requests: readonly BackendRequest[]
  /** How many turns no call has asked for. */
  unused(): number
}

/**
 * Answers successive calls with successive turns. Which call is which does not depend on timing: a run lets its
 * calls ask in the order in which its nodes would run one after the other.
 */
export function scriptedBackend(
  turns: readonly ScriptedTurn[],
  options: ScriptedOptions = {},
): ScriptedBackend {
  const { choose = () => 0, failOnCall } = options
  const requests: BackendRequest[] = []
  let next = 0
  return {
    label: 'scripted',
    isOrdered: true,
    requests,
    unused: () => turns.length - next,
    ask(request): BackendReply {
      requests.push(request)
      if (requests.length === failOnCall)
        throw new NodeError('intelligence', `injected transport fault on call ${failOnCall}`)
      const turn = turns[next]
      if (turn === undefined)
        throw new NodeError(
          'intelligence',
          `no scripted response is left: all ${turns.length} turns are spoken`,
        )
      const variant = turn[turn.length > 1 ? choose(next, turn.length) : 0]
      if (variant === undefined) throw new NodeError('intelligence', `turn ${next + 1} has no such variant`)
      next += 1
      return {
        content: variant.content,
        promptTokens: variant.promptTokens ?? 0,
        completionTokens: variant.completionTokens ?? 0,
      }
    },
  }
}

const GOLDEN = 0x9e37_79b9_7f4a_7c15n
const MIXER = 0xd1b5_4a32_d192_ed03n
const WORD = 0xffff_ffff_ffff_ffffn

/** The variant of a turn in a trial, both from 0, as existing suites choose it. */
export function variantIndex(trial: number, turn: number, variants: number): number {
  if (variants <= 1) return 0
  const mixed = ((BigInt(trial) * GOLDEN) & WORD) ^ ((BigInt(turn) * MIXER) & WORD)
  return Number(mixed % BigInt(variants))
}

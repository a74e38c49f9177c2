import type { ReplyEdit } from '../wire/reply.ts'
import type { Exchange } from './exchange.ts'
import type { ReplyJudgement } from './judge-reply.ts'
import type { Refusal } from './refusals.ts'

/**
 * What becomes of a judgement. A denial is carried out inside the reply, so that the agent can go on, unless denials
 * are to be errors, or the client insists on a call and could not read anything else.
 */
export function judgedEdits(
  { isShadow, gateway, decoded }: Exchange,
  { edits, denial }: ReplyJudgement,
): { readonly edits: readonly ReplyEdit[]; readonly refusal?: Refusal } {
  if (isShadow) return { edits: [] }
  const isError = denial !== undefined && (gateway.onDeny === 'refuse' || decoded.toolForced)
  return isError ? { edits, refusal: denial } : { edits }
}

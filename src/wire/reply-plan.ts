import type { JsonObject } from '../model/index.ts'
import type { DecodedReply, DenyStyle, ReplyEdit } from './reply.ts'

export type CallChange =
  | { readonly kind: 'deny'; readonly message: string; readonly style: DenyStyle }
  | { readonly kind: 'args'; readonly args: JsonObject }

export interface Refusal {
  readonly message: string
  readonly style: DenyStyle
}

/** Edits by place, ready to be applied to a body or to frames. */
export interface ReplyPlan {
  readonly refusal?: Refusal
  readonly calls: ReadonlyMap<string, CallChange>
  readonly texts: ReadonlyMap<string, string>
}

const DEFAULT_MESSAGE = 'Blocked by Holdfast.'

export const NO_PLAN: ReplyPlan = { calls: new Map(), texts: new Map() }

export function isEmptyPlan(plan: ReplyPlan): boolean {
  return plan.refusal === undefined && plan.calls.size === 0 && plan.texts.size === 0
}

/**
 * A denial always outranks a rewrite. A denial that cannot be carried out on its own, because the provider
 * has already run the call or because it names no call of this reply, refuses the whole reply.
 */
export function planReply(reply: DecodedReply, edits: readonly ReplyEdit[]): ReplyPlan {
  const calls = new Map<string, CallChange>()
  const texts = new Map<string, string>()
  let refusal: Refusal | undefined
  for (const edit of edits) {
    if (edit.kind === 'refuse') refusal ??= refusalOf(edit, 'refusal')
    else if (edit.kind === 'replace-text') {
      const place = reply.texts[edit.text]?.place
      if (place !== undefined) texts.set(place, edit.with)
    } else {
      const call = reply.calls[edit.call]
      if (edit.kind === 'deny-call') {
        if (call === undefined || call.hosted) refusal ??= refusalOf(edit, 'refusal')
        else calls.set(call.place, { kind: 'deny', ...refusalOf(edit, 'message') })
      } else if (call !== undefined && calls.get(call.place)?.kind !== 'deny')
        calls.set(call.place, { kind: 'args', args: edit.args })
    }
  }
  return { calls, texts, ...(refusal && { refusal }) }
}

/** Providers refuse an empty text block when it comes back, so a denial always says something. */
function refusalOf({ message, style }: { message: string; style?: DenyStyle }, usual: DenyStyle): Refusal {
  return { message: message.trim() === '' ? DEFAULT_MESSAGE : message, style: style ?? usual }
}

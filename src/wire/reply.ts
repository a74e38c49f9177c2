import type { JsonObject, Usage } from '../model/index.ts'

/** One block of text of a reply; `place` names it inside its format. */
export interface DecodedText {
  readonly place: string
  readonly choice: number
  readonly kind: 'text' | 'refusal'
  readonly text: string
}

/** A call the model proposes, or one the provider has already run (`hosted`). */
export interface DecodedCall {
  readonly place: string
  readonly choice: number
  readonly callId: string
  readonly tool: string
  readonly args: JsonObject
  /** The arguments as written when they are not a JSON object; whoever judges must treat that as a breach. */
  readonly malformedArgs?: string
  readonly hosted: boolean
  /** The provider's own type for it, such as `function_call`. */
  readonly native: string
}

/** How a reply ended; only a `complete` one can still be edited. */
export type Ending = 'complete' | 'blocked' | 'failed' | 'cut' | 'too-large' | 'cancelled'

/** A reply in no provider's words. Texts and calls stand in the order in which the client would meet them. */
export interface DecodedReply {
  readonly responseId?: string
  readonly model?: string
  /** All texts: joined inside a choice, choices on lines of their own. */
  readonly text: string
  readonly texts: readonly DecodedText[]
  readonly calls: readonly DecodedCall[]
  readonly refusal?: string
  readonly usage?: Usage
  /** What the provider says the reply cost, where it says so. */
  readonly costUsd?: number
  /** In the provider's own words. */
  readonly stopReason?: string
  readonly ending: Ending
}

/** `message` is plain text and the agent goes on; `refusal` is the provider's typed refusal. */
export type DenyStyle = 'message' | 'refusal'

/** Calls and texts are named by their position in the decoded reply. */
export type ReplyEdit =
  | {
      readonly kind: 'deny-call'
      readonly call: number
      readonly message: string
      readonly style?: DenyStyle
    }
  | { readonly kind: 'replace-args'; readonly call: number; readonly args: JsonObject }
  | { readonly kind: 'replace-text'; readonly text: number; readonly with: string }
  | { readonly kind: 'refuse'; readonly message: string; readonly style?: DenyStyle }

export type ReplyParts = Omit<DecodedReply, 'text' | 'refusal' | 'ending'>

export function decodedReply(parts: ReplyParts): DecodedReply {
  const refusals = parts.texts.filter(({ kind }) => kind === 'refusal')
  return {
    ...parts,
    text: textByChoice(parts.texts),
    ...(refusals.length > 0 && { refusal: refusals.map(({ text }) => text).join('\n') }),
    ending: 'complete',
  }
}

function textByChoice(texts: readonly DecodedText[]): string {
  const byChoice = new Map<number, string>()
  for (const { choice, text } of texts) byChoice.set(choice, (byChoice.get(choice) ?? '') + text)
  return [...byChoice.values()].join('\n')
}

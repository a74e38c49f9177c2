import type { DecodedRequest, ScriptedReply } from '../wire/index.ts'
import type { Pace, ScriptedError } from './script/script.ts'

/** A reply on its way, in no provider's words yet. */
export type Spoken = { readonly pace: Pace; readonly place: string; readonly conversation: string } & (
  | { readonly kind: 'reply'; readonly reply: ScriptedReply }
  | { readonly kind: 'error'; readonly error: ScriptedError }
)

/** Decides what the model says next. Asked once a request, in the order in which requests arrive. */
export interface Speaker {
  readonly models: readonly string[]
  speak(request: DecodedRequest, session: string | undefined): Spoken
}

/** Characters a token stands for where nothing better is known; the real count is the provider's business. */
const CHARS_PER_TOKEN = 4

export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN)
}

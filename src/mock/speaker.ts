import type { DecodedRequest, ScriptedReply } from '../wire/index.ts'
import type { Pace, ScriptedError } from './script/script.ts'

/** A reply on its way, in no provider's words yet. */
export type Spoken = { readonly pace: Pace; readonly place: string; readonly conversation: string } & (
  | { readonly kind: 'reply'; readonly reply: ScriptedReply }
  | { readonly kind: 'error'; readonly error: ScriptedError }
)

/** What a request says about itself besides its body. */
export interface Sender {
  /** As the client named it. */
  readonly session?: string | undefined
  /** Where the request was sent to; one that is tried again goes there again. */
  readonly address: string
}

/** Decides what the model says next. Asked once a request, in the order in which requests arrive. */
export interface Speaker {
  readonly models: readonly string[]
  speak(request: DecodedRequest, from: Sender): Spoken
}

/** Characters a token stands for where nothing better is known; the real count is the provider's business. */
const CHARS_PER_TOKEN = 4

export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN)
}

/** A refusal of the provider, rendered in its own protocol by the plane. */
export interface ProviderRefusal {
  readonly status: number
  readonly reason: 'rate-limit' | 'server-error' | 'overloaded'
  readonly message: string
  readonly retryAfterSeconds?: number
}

/** A change to what the model answered; planes apply them in order. */
export type ReplyEdit =
  | { readonly kind: 'truncate'; readonly maxTokens: number }
  | { readonly kind: 'empty' }
  /** `isFrame`: the bytes themselves are no JSON, and not only the words. */
  | { readonly kind: 'garbage'; readonly text: string; readonly isFrame: boolean }
  | { readonly kind: 'rewrite-text'; readonly rewrite: (text: string) => string }
  | { readonly kind: 'cut-stream'; readonly afterFraction: number }
  | { readonly kind: 'partial-tool-call'; readonly afterFraction: number }
  | { readonly kind: 'slow-stream'; readonly delayMs: number }

/** What a plane does about one request to the model. */
export interface ModelAction {
  readonly delayMs: number
  /** The provider never answers; whoever waits is told of a time-out after this long. */
  readonly timeOutAfterMs?: number
  readonly refusal?: ProviderRefusal
  readonly edits: readonly ReplyEdit[]
  /** The plane reports an edit that found nothing to change: it has not fired. */
  readonly missed?: (edit: ReplyEdit) => void
}

export const UNTOUCHED: ModelAction = { delayMs: 0, edits: [] }

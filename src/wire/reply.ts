import type { JsonObject, Usage } from '../model/index.ts'
import type { Writable } from './loose-json.ts'

/** One block of text of a reply; `place` names it inside its format. */
export interface DecodedText {
  readonly place: string
  readonly choice: number
  readonly kind: 'text' | 'refusal'
  readonly text: string
  /** In streams: blocks that follow one another and read as one text share its name. Without it a block stands alone. */
  readonly flow?: string
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

/** What a format reads in a reply; the rest follows from it. */
export interface ReplyParts {
  readonly responseId?: string | undefined
  readonly model?: string | undefined
  readonly texts: readonly DecodedText[]
  readonly calls: readonly DecodedCall[]
  readonly usage?: Usage | undefined
  readonly costUsd?: number | undefined
  readonly stopReason?: string | undefined
}

/** Built step by step, because every reply passes here and a spread in the middle of a shape is slow. */
export function decodedReply(parts: ReplyParts): DecodedReply {
  const { responseId, model, texts, calls, usage, costUsd, stopReason } = parts
  const reply: Writable<DecodedReply> = { text: textByChoice(texts), texts, calls, ending: 'complete' }
  if (responseId !== undefined) reply.responseId = responseId
  if (model !== undefined) reply.model = model
  if (usage !== undefined) reply.usage = usage
  if (costUsd !== undefined) reply.costUsd = costUsd
  if (stopReason !== undefined) reply.stopReason = stopReason
  if (texts.some(({ kind }) => kind === 'refusal'))
    reply.refusal = texts
      .filter(({ kind }) => kind === 'refusal')
      .map(({ text }) => text)
      .join('\n')
  return reply
}

/** Counts that a provider may leave out are absent, not empty. */
export function usageOf(
  input: number,
  output: number,
  more: { readonly [Kind in 'cacheRead' | 'cacheWrite' | 'reasoning']?: number | undefined },
): Usage {
  const usage: Writable<Usage> = { input, output }
  if (more.cacheRead !== undefined) usage.cacheRead = more.cacheRead
  if (more.cacheWrite !== undefined) usage.cacheWrite = more.cacheWrite
  if (more.reasoning !== undefined) usage.reasoning = more.reasoning
  return usage
}

function textByChoice(texts: readonly DecodedText[]): string {
  if (texts.length === 1) return texts[0]!.text
  const byChoice = new Map<number, string>()
  for (const { choice, text } of texts) byChoice.set(choice, (byChoice.get(choice) ?? '') + text)
  return [...byChoice.values()].join('\n')
}

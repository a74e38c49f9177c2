import { estimateTokenCount } from 'tokenx'

/** Counts the tokens a model would see; `exact` is false for an estimate. */
export interface TokenCounter {
  count(text: string, model: string): { readonly tokens: number; readonly exact: boolean }
}

// the estimate takes runs of blanks for free, which no tokenizer does: a budget must not be dodged with spaces
const MOST_CHARS_PER_TOKEN = 64

/** An estimate that needs no vocabulary, in time linear in the text. */
export function countTokens(text: string): number {
  return Math.max(estimateTokenCount(text), Math.ceil(text.length / MOST_CHARS_PER_TOKEN))
}

/** The counter for every model whose own tokenizer is not at hand. */
export const estimateCounter: TokenCounter = {
  count: (text) => ({ tokens: countTokens(text), exact: false }),
}

/** A word in the colour of what it means; the colour never carries it alone. */
export function Badge({ word }: { readonly word: string }) {
  return <span class={`badge is-${word.replace(/[^a-z-]/gu, '')}`}>{word}</span>
}

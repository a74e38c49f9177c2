import type { Piece } from './pieces.ts'

/** `a` or `an` in front of a changed word follows the new word. */
export function articleFor(article: string, next: string): string {
  const wanted = /^[aeiou]/iu.test(next) ? 'an' : 'a'
  return article[0] === 'A' ? `A${wanted.slice(1)}` : wanted
}

export function isArticle(piece: Piece | undefined): boolean {
  return piece?.kind === 'word' && /^an?$/iu.test(piece.text)
}

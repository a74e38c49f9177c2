import { articleFor, isArticle } from './article.ts'
import { capitalised, isUpper } from './characters.ts'
import { word, type Piece } from './pieces.ts'

/** A place where words can be exchanged: pieces from `start` to before `end`. */
export interface Exchange {
  readonly start: number
  readonly end: number
  readonly by: string
}

/** Puts the new words in, keeps a leading capital, and lets an article in front agree. Places do not overlap. */
export function exchanged(pieces: readonly Piece[], exchanges: readonly Exchange[]): readonly Piece[] {
  const result: Piece[] = []
  let from = 0
  for (const { start, end, by } of exchanges) {
    for (let index = from; index < start; index += 1) result.push(pieces[index]!)
    const first = pieces[start]!.text
    const article = result.at(-2)
    if (article !== undefined && isArticle(article))
      result[result.length - 2] = word(articleFor(article.text, by))
    result.push(word(first !== '' && first !== 'I' && isUpper(first[0]!) ? capitalised(by) : by))
    from = end
  }
  for (let index = from; index < pieces.length; index += 1) result.push(pieces[index]!)
  return result
}

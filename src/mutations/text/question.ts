import { REQUEST_VERBS } from '../tables/verbs.ts'
import { uncapitalised } from './characters.ts'
import { piecesOf } from './pieces.ts'
import { sentencesOf } from './sentences.ts'

/** `Send the file.` → `Could you send the file?`; nothing when the prompt is not one order. */
export function asQuestion(prompt: string, lead: string): string | undefined {
  const sentences = sentencesOf(prompt)
  const [first] = piecesOf(prompt)
  if (sentences.length !== 1 || first?.kind !== 'word' || !REQUEST_VERBS.has(first.text.toLowerCase()))
    return undefined
  const text = sentences[0]!.text
  if (text.endsWith('?')) return undefined
  return `${lead} ${uncapitalised(text.replace(/[.!]$/u, ''))}?`
}

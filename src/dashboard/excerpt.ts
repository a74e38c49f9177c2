import type { Location } from '../model/index.ts'
import type { Excerpt } from './data.ts'

/** The text of a contract file, or nothing when it is no longer there. */
export type ReadFileText = (file: string) => string | undefined

const LINES_AROUND = 2

/** The line of the contract that a finding is about, with its neighbours. */
export function excerptOf({ file, line }: Location, readText: ReadFileText): Excerpt {
  const all = readText(file)?.split('\n')
  const first = Math.max(1, line - LINES_AROUND)
  const texts = all?.slice(first - 1, line + LINES_AROUND) ?? []
  return { file, line, lines: texts.map((text, index) => ({ number: first + index, text })) }
}

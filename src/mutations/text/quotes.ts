import { isLetter, isNumeral } from './characters.ts'
import { seeker } from './seeker.ts'

const FENCE = '```'

/** Opening and closing marks of one line. */
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['`', '`'],
  ["'", "'"],
  ['‘', '’'],
]

const OPENERS = new Set(PAIRS.map(([open]) => open))

/** Gives the end of what is quoted from here on, or nothing when no quotation begins here. */
export function quoteFinder(text: string): (start: number) => number | undefined {
  const endsWord = (index: number) => !isWordUnit(text[index + 1])
  const closers = new Map(
    PAIRS.map(([open, close]) => [
      open,
      seeker(text, close, close === "'" || close === '’' ? endsWord : undefined),
    ]),
  )
  const lineEnd = seeker(text, '\n')
  const fence = seeker(text, FENCE)
  return (start) => {
    const open = text[start]!
    if (!OPENERS.has(open)) return undefined
    if (text.startsWith(FENCE, start)) {
      const end = fence(start + FENCE.length)
      if (end !== undefined) return end + FENCE.length
    }
    // an apostrophe inside or at the end of a word opens nothing
    if ((open === "'" || open === '‘') && isWordUnit(text[start - 1])) return undefined
    const close = closers.get(open)!(start + 1)
    return close === undefined || close > (lineEnd(start) ?? Infinity) ? undefined : close + 1
  }
}

export function opensQuote(character: string): boolean {
  return character !== "'" && character !== '‘' && OPENERS.has(character)
}

function isWordUnit(unit: string | undefined): boolean {
  return unit !== undefined && (isLetter(unit) || isNumeral(unit))
}

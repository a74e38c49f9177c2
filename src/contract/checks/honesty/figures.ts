import type { Span } from '../../../model/index.ts'
import { dateIn, timeIn, type CalendarDay } from './calendar.ts'
import { readNumber, type Quantity } from './numbers.ts'

/** Something in an answer that somebody must have said before. */
export type Figure = Span & { readonly text: string } & (
    | { readonly kind: 'number'; readonly quantity: Quantity }
    | { readonly kind: 'day'; readonly day: CalendarDay }
    | { readonly kind: 'time'; readonly minuteOfDay: number }
    | { readonly kind: 'code' }
  )

interface Token extends Span {
  readonly text: string
  readonly before: string
  readonly after: string
  readonly opensLine: boolean
}

const DURATIONS = new Set(
  (
    'second seconds sec secs s ms millisecond milliseconds minute minutes min mins hour hours hr hrs h day days business ' +
    'working week weeks month months year years time times attempt attempts retry retries tries try step steps'
  ).split(' '),
)

const CURRENCY_WORDS = new Set(
  'usd eur gbp jpy chf cad aud inr cny dollar dollars euro euros pound pounds yen rupees cents'.split(' '),
)

/** Numbers, money, days, times and codes; what anybody may say without having been told is left out. */
export function figuresIn(text: string, offset = 0): readonly Figure[] {
  const tokens = tokensOf(text)
  const figures: Figure[] = []
  let readUpTo = 0
  for (const [index, token] of tokens.entries()) {
    // the parts of a day in words are not figures of their own
    if (token.start < readUpTo) continue
    const found = figureOf(token, tokens[index + 1], tokens[index + 2])
    if (found === undefined) continue
    readUpTo = found.end
    figures.push({ ...found, start: found.start + offset, end: found.end + offset })
  }
  return figures
}

function figureOf(token: Token, next?: Token, afterNext?: Token): Figure | undefined {
  if (!/\d/u.test(token.text) || isLink(token.text)) return dayInWords(token, next, afterNext)
  const { text, start, end } = token
  const day = dateIn(text)
  if (day !== undefined) return { kind: 'day', day, text, start, end }
  const inWords = dayInWords(token, next, afterNext)
  if (inWords !== undefined) return inWords
  const minuteOfDay = timeIn(text, next?.text)
  if (minuteOfDay !== undefined) return { kind: 'time', minuteOfDay, text, start, end }
  const quantity = readNumber(text, {
    after: token.after,
    isMoney: CURRENCY_WORDS.has(token.after) || CURRENCY_WORDS.has(token.before),
  })
  if (quantity !== undefined)
    return isCommonplace(quantity, token) ? undefined : { kind: 'number', quantity, text, start, end }
  const digits = text.match(/\d/gu)?.length ?? 0
  return digits >= 4 ? { kind: 'code', text, start, end } : undefined
}

/** List numbers, small counts, years, durations, and 0 or 100 per cent. */
function isCommonplace({ values, isMoney, isPercentage, isWhole }: Quantity, token: Token): boolean {
  const value = values[0]!
  if (value === 0 || (isPercentage && value === 100)) return true
  if (isMoney || isPercentage) return false
  if (DURATIONS.has(token.after)) return true
  if (!isWhole) return false
  return value <= 10 || (value >= 1900 && value <= 2100) || (token.opensLine && value < 100)
}

function dayInWords(token: Token, next?: Token, afterNext?: Token): Figure | undefined {
  if (next === undefined) return undefined
  for (const last of [afterNext, next]) {
    if (last === undefined) continue
    const text = last === next ? `${token.text} ${next.text}` : `${token.text} ${next.text} ${last.text}`
    const day = dateIn(text)
    if (day !== undefined) return { kind: 'day', day, text, start: token.start, end: last.end }
  }
  return undefined
}

function isLink(text: string): boolean {
  return text.includes('://') || text.includes('@') || text.startsWith('www.')
}

const EDGES = /^[^\p{L}\p{N}\p{Sc}+\-\u2212]+|[^\p{L}\p{N}\p{Sc}%]+$/gu

function tokensOf(text: string): readonly Token[] {
  const bare: { text: string; start: number; end: number; opensLine: boolean }[] = []
  for (const found of text.matchAll(/[^\s|]+/gu)) {
    const trimmed = found[0].slice(0, 200).replaceAll(EDGES, '')
    if (trimmed === '') continue
    const start = found.index + found[0].indexOf(trimmed)
    bare.push({ text: trimmed, start, end: start + trimmed.length, opensLine: opensLine(text, found.index) })
  }
  const word = (index: number) => bare[index]?.text.toLowerCase() ?? ''
  return bare.map((token, index) => ({ ...token, before: word(index - 1), after: word(index + 1) }))
}

function opensLine(text: string, index: number): boolean {
  let at = index - 1
  while (at >= 0 && (text[at] === ' ' || text[at] === '*' || text[at] === '-' || text[at] === '#')) at -= 1
  return at < 0 || text[at] === '\n'
}

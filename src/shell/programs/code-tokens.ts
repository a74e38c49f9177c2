import { decodeEscapes } from '../decode.ts'
import { ANY_WORDS } from '../symbols.ts'

/** A piece of source code, read just finely enough to see which strings are handed to which functions. */
export interface CodeToken {
  readonly kind: 'name' | 'text' | 'command' | 'sign'
  /** A dotted name, the decoded content of a string, or one character. */
  readonly value: string
}

/** How the strings of a language look. */
export interface CodeShape {
  /** Backquotes run their content (perl, ruby, php) instead of quoting it (javascript). */
  readonly backquoteRuns: boolean
  readonly lineComment: string
  /** A backslash before a sign that needs none is dropped, as in most languages but python. */
  readonly dropsBackslash: boolean
}

// strings and names longer than this are not commands anyone typed
const MOST_TOKENS = 20_000

/** One pass over the code; strings whose value depends on variables get an unknown part. */
export function codeTokens(code: string, shape: CodeShape): readonly CodeToken[] {
  const tokens: CodeToken[] = []
  let at = 0
  while (at < code.length && tokens.length < MOST_TOKENS) {
    const char = code[at]!
    if (/\s/u.test(char)) at += 1
    else if (code.startsWith(shape.lineComment, at)) at = endOf(code.indexOf('\n', at), code)
    else if (/[\w$@%]/u.test(char)) {
      const end = nameEnd(code, at)
      const name = code.slice(at, end)
      const isPrefix = /^[rbuf]{1,2}$/iu.test(name) && /["']/u.test(code[end] ?? '')
      const isQuoteWord = /^(?:qx|%x|qq|q|%q|qw|%w)$/iu.test(name) && /[{([/|!]/u.test(code[end] ?? '')
      if (isQuoteWord) at = readQuoteWord(code, end, name, tokens)
      else {
        if (!isPrefix) tokens.push({ kind: 'name', value: name })
        at = end
        if (isPrefix && /f/iu.test(name)) at = readString(code, at, shape, tokens, true)
      }
    } else if (char === '"' || char === "'" || char === '`') at = readString(code, at, shape, tokens, false)
    else {
      tokens.push({ kind: 'sign', value: char })
      at += 1
    }
  }
  return tokens
}

function endOf(found: number, code: string): number {
  return found < 0 ? code.length : found
}

function nameEnd(code: string, from: number): number {
  let end = from + 1
  while (end < code.length && /[\w.$:]/u.test(code[end]!)) end += 1
  return end
}

function readString(
  code: string,
  at: number,
  shape: CodeShape,
  tokens: CodeToken[],
  isFormatted: boolean,
): number {
  const quote = code[at]!
  const fence = code.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote
  let end = at + fence.length
  while (end < code.length && !code.startsWith(fence, end)) end += code[end] === '\\' ? 2 : 1
  const written = code.slice(at + fence.length, end)
  const raw = shape.dropsBackslash && quote !== "'" ? written.replaceAll(/\\([$@#/`])/gu, '$1') : written
  const value =
    quote === "'" && !isFormatted ? decodeEscapes(raw) : withUnknowns(decodeEscapes(raw), quote, isFormatted)
  tokens.push({ kind: quote === '`' && shape.backquoteRuns ? 'command' : 'text', value })
  return end + fence.length
}

/** `${x}`, `#{x}` and, in formatted strings, `{x}` are only known at run time. */
function withUnknowns(value: string, quote: string, isFormatted: boolean): string {
  if (isFormatted) return value.replaceAll(/\{[^{}]*\}/gu, ANY_WORDS)
  if (quote === '`' || quote === '"') return value.replaceAll(/[$#]\{[^{}]*\}/gu, ANY_WORDS)
  return value
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

function readQuoteWord(code: string, at: number, name: string, tokens: CodeToken[]): number {
  const close = CLOSING[code[at]!] ?? code[at]!
  const end = endOf(code.indexOf(close, at + 1), code)
  tokens.push({ kind: /x/iu.test(name) ? 'command' : 'text', value: code.slice(at + 1, end) })
  return end + 1
}

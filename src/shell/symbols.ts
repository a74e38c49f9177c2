/**
 * Symbolic text: an ordinary string in which a few private-use characters stand for what is not known
 * before the command runs. Plain strings keep concatenation, splitting and storing as cheap as usual.
 */

/** Unknown text; unquoted it may become any number of words. */
export const ANY_WORDS = '\uE000'
/** Unknown text inside one word, possibly empty. */
export const ANY_TEXT = '\uE001'
/** An unknown name: not empty, no slash, no blank (a number, a date, a user, a file in this folder). */
export const SOME_NAME = '\uE002'
/** What an active `*` of the shell expands to: any run without a slash. */
export const GLOB_STAR = '\uE003'
/** What an active `?` or `[…]` expands to: one character that is not a slash. */
export const GLOB_ONE = '\uE004'
/** Any run, slashes included: what `find` walks, what `**` means. */
export const ANY_PATH = '\uE005'
/** The last part of the home folder; a literal of which only the spelling is unknown. */
const HOME_NAME = '\uE006'

/** The home folder is taken to be two levels deep, as `/home/name` and `/Users/name` are. */
export const HOME_FOLDER = `/home/${HOME_NAME}`

const UNKNOWN = /[\uE000-\uE002]/u
const FREE = /[\uE000\uE001]/u
const SYMBOL = /[\uE000-\uE00F]/u
const SYMBOLS = /[\uE000-\uE00F]/gu

/** Keeps text from outside from posing as one of our symbols; the length stays the same. */
export function plainText(text: string): string {
  return SYMBOL.test(text) ? text.replaceAll(SYMBOLS, '\uFFFD') : text
}

/** Whether any part is only known at run time. */
export function isUnknown(text: string): boolean {
  return UNKNOWN.test(text)
}

/** Whether any part could be anything at all, slashes and emptiness included. */
export function isFree(text: string): boolean {
  return FREE.test(text)
}

/** Whether the text holds any symbol, globs included. */
export function isSymbolic(text: string): boolean {
  return SYMBOL.test(text)
}

/** Inside quotes unknown text stays one word. */
export function asOneWord(text: string): string {
  return text.includes(ANY_WORDS) ? text.replaceAll(ANY_WORDS, ANY_TEXT) : text
}

const SHOWN: Readonly<Record<string, string>> = {
  [ANY_WORDS]: '⟨unknown⟩',
  [ANY_TEXT]: '⟨unknown⟩',
  [SOME_NAME]: '⟨name⟩',
  [GLOB_STAR]: '*',
  [GLOB_ONE]: '?',
  [ANY_PATH]: '**',
}

/** The text as people read it in a finding. */
export function shown(text: string): string {
  if (!SYMBOL.test(text)) return text
  return text.replaceAll(HOME_FOLDER, '~').replaceAll(SYMBOLS, (symbol) => SHOWN[symbol] ?? '⟨home⟩')
}

/** Turns the characters `*`, `?` and `[…]` of a known text into active globs. */
export function activateGlobs(text: string): string {
  if (!/[*?[]/u.test(text)) return text
  let out = ''
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!
    const close = char === '[' ? text.indexOf(']', at + 2) : -1
    if (char === '\\' && at + 1 < text.length) out += text[(at += 1)]
    else if (char === '*') out += GLOB_STAR
    else if (char === '?') out += GLOB_ONE
    else if (close > 0 && close - at < 64) {
      out += GLOB_ONE
      at = close
    } else out += char
  }
  return out
}

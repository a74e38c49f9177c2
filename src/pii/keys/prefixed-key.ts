import { SAMPLE_CHARS, looksRandom, sample } from '../randomness.ts'
import { runTail } from '../tail.ts'
import type { Recogniser } from '../window.ts'
import type { KeyFormat } from './formats.ts'

/** Called where a word starts. The body must be long enough, look random and not be a placeholder. */
export function prefixedKeyRecogniser({
  prefix,
  body,
  shortest,
  longest,
  needsDigits,
}: KeyFormat): Recogniser {
  const tail = runTail(body)
  const reach = longest === undefined ? Math.max(shortest, SAMPLE_CHARS) : longest + 1
  return (window, position) => {
    if (!window.startsWith(prefix, position)) return false
    const from = position + prefix.length
    const stop = window.runEnd(body, from, from + reach)
    const length = stop - from
    if (length < shortest || (longest !== undefined && length > longest)) return false
    if (!looksRandom(window, from, stop)) return false
    if (needsDigits === true && sample.digits === 0) return false
    return window.found('api_key', position, stop, length === reach ? tail : undefined)
  }
}

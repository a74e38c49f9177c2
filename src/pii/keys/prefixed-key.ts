import {
  PLACEHOLDER_CHARS,
  isPlaceholder,
  isRestless,
  looksDrawn,
  looksRandom,
  mayBeWords,
} from '../randomness.ts'
import { runTail } from '../tail.ts'
import type { Recogniser } from '../window.ts'
import { CAPITALS, type KeyFormat } from './formats.ts'

/** Called where the prefix stands. The body must be long enough, look random and not be a placeholder. */
export function prefixedKeyRecogniser({
  prefix,
  body,
  shortest,
  longest,
  isOrdinary,
}: KeyFormat): Recogniser {
  const tail = runTail(body)
  const reach = longest === undefined ? shortest : longest + 1
  const randomness = body === CAPITALS ? looksDrawn : looksRandom
  const prefixChars = prefix.length
  return (window, position) => {
    const from = position + prefixChars
    const stop = window.runEnd(body, from, from + reach)
    const length = stop - from
    if (length < shortest || (longest !== undefined && length > longest)) return false
    // most texts that only look like a prefix go on in lower case, which needs no second look
    if (!isRestless(window.runKinds) && body !== CAPITALS) return false
    if (!randomness(window, from, stop) || (isOrdinary === true && mayBeWords())) return false
    if (isPlaceholder(window, from, window.runEnd(body, from, from + PLACEHOLDER_CHARS))) return false
    return window.found('api_key', position, stop, length === reach ? tail : undefined)
  }
}

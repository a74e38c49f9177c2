import type { Recogniser, Window } from '../window.ts'
import { recogniseBasicCredentials, recogniseBearerToken } from './bearer-token.ts'
import { DISCORD_STARTS, recogniseDiscordToken } from './discord-token.ts'
import { KEY_FORMATS } from './formats.ts'
import { recogniseJsonWebToken } from './json-web-token.ts'
import { prefixedKeyRecogniser } from './prefixed-key.ts'
import { recogniseSendGridKey } from './sendgrid-key.ts'

/** Recognisers of keys that start a word, by the first two characters of the word. */
const PAIRS = new Uint8Array(128 * 128)
const BUCKETS: Recogniser[][] = [[]]

/** Letters that start a key of any kind. */
export const KEY_LETTERS = new Set<number>()

function put(start: string, recogniser: Recogniser): void {
  const pair = start.charCodeAt(0) * 128 + start.charCodeAt(1)
  if (PAIRS[pair] === 0) PAIRS[pair] = BUCKETS.push([]) - 1
  BUCKETS[PAIRS[pair]!]!.push(recogniser)
  KEY_LETTERS.add(start.charCodeAt(0))
}

const LONGEST_PREFIX_FIRST = KEY_FORMATS.toSorted((left, right) => right.prefix.length - left.prefix.length)
for (const format of LONGEST_PREFIX_FIRST) put(format.prefix, prefixedKeyRecogniser(format))
for (const start of DISCORD_STARTS) put(start, recogniseDiscordToken)
put('ey', recogniseJsonWebToken)
put('SG', recogniseSendGridKey)
for (const start of ['Be', 'be']) put(start, recogniseBearerToken)
for (const start of ['Ba', 'ba']) put(start, recogniseBasicCredentials)

/** Called where a word starts with a letter. */
export function recogniseWordKey(window: Window, position: number): boolean {
  const second = window.at(position + 1)
  if (second >= 128) return false
  const bucket = PAIRS[window.at(position) * 128 + second]!
  if (bucket === 0) return false
  for (const recognise of BUCKETS[bucket]!) {
    if (recognise(window, position)) return true
    if (window.starved) return false
  }
  return false
}

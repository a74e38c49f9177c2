import { CLASS, SEPARATOR, WORD } from './characters.ts'
import type { PiiGroup } from './groups.ts'
import { mayPrecedePhone } from './phone.ts'
import { mayPrecedeSsn } from './ssn.ts'

/** What a run of digits may be the beginning of, as bits. */
export const IPV4 = 1
export const CARD = 2
export const SSN = 4
export const BOT_TOKEN = 8
export const PHONE = 16
/** All of them, as long as the character behind the run has not come. */
export const UNKNOWN = -1

/** Longer runs are nothing, and all alike. */
export const LONGEST_RUN = 20
/** A run this long can be a telephone number without a mark in it. */
export const SHORTEST_BARE_PHONE = 9

const WIDTH = 128
/** Stands for every character beyond ASCII: some of them part the groups of a telephone number. */
const FOREIGN = 127

const BLANK = 0x20
const PLUS = 0x2b
const DASH = 0x2d
const DOT = 0x2e
const COLON = 0x3a
const AT = 0x40

/**
 * By the length of a run and the character behind it, and in a last row by the character before it: most numbers
 * are dismissed by these three.
 */
export type NumberFates = Uint8Array

export function numberFates(groups: ReadonlySet<PiiGroup>): NumberFates {
  const fates = new Uint8Array((LONGEST_RUN + 2) * WIDTH)
  const ip = groups.has('ip_address')
  const card = groups.has('credit_card')
  const ssn = groups.has('ssn')
  const key = groups.has('api_key')
  const phone = groups.has('phone')
  for (let next = 0; next < WIDTH; next += 1) {
    // whatever it is, it would go on
    if (next === AT || (CLASS[next]! & WORD) !== 0) continue
    const parts = next === BLANK || next === DASH
    const mayGoOn = next === FOREIGN || (CLASS[next]! & SEPARATOR) !== 0
    for (let run = mayGoOn || next === COLON ? 1 : SHORTEST_BARE_PHONE; run < LONGEST_RUN; run += 1) {
      let fate = 0
      if (ip && run <= 3 && next === DOT) fate |= IPV4
      if (card && (run === 4 ? parts : run >= 13)) fate |= CARD
      if (ssn && (run === 3 ? parts : run === 9)) fate |= SSN
      if (key && run >= 8 && run <= 10 && next === COLON) fate |= BOT_TOKEN
      if (phone && (run < SHORTEST_BARE_PHONE ? mayGoOn : run <= 15)) fate |= PHONE
      fates[run * WIDTH + next] = fate
    }
  }
  for (let previous = 0; previous < WIDTH; previous += 1)
    fates[(LONGEST_RUN + 1) * WIDTH + previous] = fateBehind(previous)
  return fates
}

function fateBehind(previous: number): number {
  if (isRest(previous)) return 0
  let fate = IPV4 | BOT_TOKEN
  if (previous !== DASH) fate |= CARD
  if (mayPrecedeSsn(previous)) fate |= SSN
  if (mayPrecedePhone(previous)) fate |= PHONE
  return fate
}

/** Is a run of digits behind this character the rest of a decimal, a version, an identifier, or asked about at its `+`? */
export function isRest(previous: number): boolean {
  return previous === DOT || previous === PLUS || (CLASS[previous]! & WORD) !== 0
}

/**
 * Of a run of digits `[start, stop)` that has arrived, as has the character behind it. Numbers instead of names
 * here, because the engine would have to look each name up for every number of a text.
 */
export function numberFate(fates: NumberFates, codes: Uint16Array, start: number, stop: number): number {
  const run = stop - start
  const next = codes[stop]!
  const fate = fates[((run < 20 ? run : 20) << 7) | (next < 128 ? next : 127)]!
  if (fate === 0 || start === 0) return fate
  const previous = codes[start - 1]!
  // a column of numbers is not a telephone number, whatever else it may be
  if (previous === 0x20) return start > 1 && isDigit(codes[start - 2]!) ? fate & 15 : fate
  return previous < 128 ? fate & fates[(21 << 7) | previous]! : fate
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

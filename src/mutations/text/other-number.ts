import type { Random } from '../../kit/random.ts'
import { below } from './draw.ts'

/** The same token with one digit changed: `$120` → `$170`. Nothing when it is an address or has no digit. */
export function otherNumber(token: string, random: Random): string | undefined {
  if (/[@/\\]/u.test(token)) return undefined
  const places = Array.from(token.matchAll(/\d/gu), ({ index }) => index)
  if (places.length === 0) return undefined
  const place = places[below(places.length, random)]!
  const digit = Number(token[place])
  // never to 0 in front, where it would be no number of this size any more
  const other = 1 + ((digit + below(8, random)) % 9)
  return token.slice(0, place) + (other === digit ? 1 + (other % 9) : other) + token.slice(place + 1)
}

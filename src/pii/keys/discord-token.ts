import { TOKEN } from '../characters.ts'
import { isPlaceholder, looksRandom } from '../randomness.ts'
import type { Window } from '../window.ts'

const DOT = 0x2e

/** The first two characters of base64 of a decimal number, which is how these tokens start. */
export const DISCORD_STARTS = ['MT', 'Mj', 'Mz', 'MD', 'NT', 'Nj', 'Nz', 'ND', 'OT', 'OD']

/** Called at a word that starts so: 23–28 characters, a dot, 6, a dot, 27–40. */
export function recogniseDiscordToken(window: Window, position: number): boolean {
  const first = window.runEnd(TOKEN, position, position + 29)
  if (first - position < 23 || first - position > 28 || window.at(first) !== DOT) return false
  const second = window.runEnd(TOKEN, first + 1, first + 8)
  if (second - first !== 7 || window.at(second) !== DOT) return false
  const stop = window.runEnd(TOKEN, second + 1, second + 42)
  const length = stop - second - 1
  if (length < 27 || length > 40) return false
  if (!looksRandom(window, second + 1, stop) || isPlaceholder(window, second + 1, stop)) return false
  return window.found('api_key', position, stop)
}

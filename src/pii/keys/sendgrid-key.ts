import { TOKEN } from '../characters.ts'
import { isPlaceholder, looksRandom } from '../randomness.ts'
import type { Window } from '../window.ts'

const ID_CHARS = 22
const SECRET_CHARS = 43

/** Called where `SG.` stands: `SG.`, 22 characters, a dot, 43 characters. */
export function recogniseSendGridKey(window: Window, position: number): boolean {
  const dot = window.runEnd(TOKEN, position + 3, position + 4 + ID_CHARS)
  if (dot - position - 3 !== ID_CHARS || window.at(dot) !== 0x2e) return false
  const stop = window.runEnd(TOKEN, dot + 1, dot + 2 + SECRET_CHARS)
  if (stop - dot - 1 !== SECRET_CHARS) return false
  if (!looksRandom(window, dot + 1, stop) || isPlaceholder(window, dot + 1, stop)) return false
  return window.found('api_key', position, stop)
}

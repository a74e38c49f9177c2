import { TOKEN } from '../characters.ts'
import { isPlaceholder, looksRandom } from '../randomness.ts'
import type { Window } from '../window.ts'

const SECRET_CHARS = 35

/** Called at the first digit of a run: the bot's number, a colon, `AA` and 33 more characters. */
export function recogniseTelegramToken(window: Window, position: number): boolean {
  const run = window.digitRun
  if (run < 8 || run > 10 || !window.startsWith(':AA', position + run)) return false
  const from = position + run + 1
  const stop = window.runEnd(TOKEN, from, from + SECRET_CHARS + 1)
  if (stop - from !== SECRET_CHARS || !looksRandom(window, from, stop)) return false
  if (isPlaceholder(window, from, stop)) return false
  return window.found('api_key', position, stop)
}

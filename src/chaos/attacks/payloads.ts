import { defaulted, list, optional, text } from '../../kit/shape/index.ts'
import type { Random } from '../../kit/random.ts'

/** Every attack that says something takes one text or several; with several, chance picks. */
export const PAYLOAD_FIELDS = {
  payload: optional(text({ nonEmpty: true }), 'What is smuggled in.'),
  payloads: defaulted(list(text({ nonEmpty: true })), [], 'Several texts, one of which is drawn each time.'),
} as const

export function pickPayload(
  { payload, payloads }: { readonly payload?: string; readonly payloads: readonly string[] },
  standard: readonly [string, ...string[]],
  random: Random,
): string {
  const given = payload === undefined ? payloads : [payload, ...payloads]
  const choices = given.length === 0 ? standard : given
  return choices[Math.min(choices.length - 1, Math.floor(random() * choices.length))]!
}

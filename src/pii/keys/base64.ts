import type { Window } from '../window.ts'

/** The bytes of a base64 or base64url run as Latin-1 text; stops at the first other character. */
export function decodeBase64(window: Window, from: number, to: number): string {
  let text = ''
  let bits = 0
  let held = 0
  for (let position = from; position < to; position += 1) {
    const value = sextet(window.at(position))
    if (value < 0) break
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    text += String.fromCharCode((held >> bits) & 0xff)
  }
  return text
}

function sextet(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code - 0x41
  if (code >= 0x61 && code <= 0x7a) return code - 0x61 + 26
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 52
  if (code === 0x2b || code === 0x2d) return 62
  return code === 0x2f || code === 0x5f ? 63 : -1
}

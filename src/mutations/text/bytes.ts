import { isLoneSurrogate } from './characters.ts'

// Written here because this layer knows no platform; a lone surrogate becomes U+FFFD, as every encoder does it.
const REPLACEMENT = 0xfffd
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export function utf8(text: string): readonly number[] {
  const bytes: number[] = []
  for (const character of text) {
    const point = character.codePointAt(0)!
    pushPoint(bytes, isLoneSurrogate(point) ? REPLACEMENT : point)
  }
  return bytes
}

function pushPoint(bytes: number[], point: number): void {
  if (point < 0x80) bytes.push(point)
  else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point))
  else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), tail(point >> 6), tail(point))
  else bytes.push(0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point))
}

function tail(bits: number): number {
  return 0x80 | (bits & 0x3f)
}

export function base64(text: string): string {
  const bytes = utf8(text)
  const groups: string[] = []
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = [bytes[index], bytes[index + 1], bytes[index + 2]]
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    const digits = [18, 12, 6, 0].map((shift) => BASE64[(bits >> shift) & 63]!)
    if (second === undefined) digits[2] = '='
    if (third === undefined) digits[3] = '='
    groups.push(digits.join(''))
  }
  return groups.join('')
}

/** Every byte, not only the reserved ones: encoding is the point. */
export function percentEncoded(text: string): string {
  return utf8(text)
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

/** UTF-16 units, as JSON and JavaScript write them. */
export function unicodeEscaped(text: string): string {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')
}

export function htmlEntities(text: string): string {
  return Array.from(text, (character) => `&#${character.codePointAt(0)};`).join('')
}

export function rot13(text: string): string {
  return text.replaceAll(/[A-Za-z]/gu, (letter) => {
    const unit = letter.charCodeAt(0)
    const first = unit < 97 ? 65 : 97
    return String.fromCharCode(((unit - first + 13) % 26) + first)
  })
}

import { plainText } from './symbols.ts'

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const HEX = '0123456789abcdef'

function decodeDigits(text: string, alphabet: string, bitsPerDigit: number): number[] | undefined {
  const bytes: number[] = []
  let buffer = 0
  let bits = 0
  for (const char of text) {
    if (char === '=') break
    const digit = alphabet.indexOf(char)
    if (digit < 0) {
      if (/\s/u.test(char)) continue
      return undefined
    }
    buffer = ((buffer << bitsPerDigit) | digit) & 0xff_ff
    bits += bitsPerDigit
    if (bits >= 8) {
      bits -= 8
      bytes.push((buffer >> bits) & 0xff)
    }
  }
  return bytes
}

/** Bytes as the text a shell would read; bad sequences become the replacement character. */
export function decodeUtf8(bytes: readonly number[]): string {
  let out = ''
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at]!
    const more = lead < 0x80 ? 0 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : -1
    let code = more === 0 ? lead : lead & (0x3f >> more)
    for (let step = 0; step < more; step += 1) code = (code << 6) | ((bytes[(at += 1)] ?? 0) & 0x3f)
    out += more < 0 || code > 0x10_ffff ? '\uFFFD' : String.fromCodePoint(code)
  }
  return plainText(out)
}

/** The text behind base64 (also its URL-safe alphabet), or `undefined` when it is none. */
export function decodeBase64(encoded: string): string | undefined {
  const bytes = base64Bytes(encoded)
  return bytes && decodeUtf8(bytes)
}

/** As {@link decodeBase64} for the two-byte text of `powershell -EncodedCommand`. */
export function decodeBase64Utf16(encoded: string): string | undefined {
  const bytes = base64Bytes(encoded)
  if (bytes === undefined) return undefined
  let out = ''
  for (let at = 0; at + 1 < bytes.length; at += 2)
    out += String.fromCodePoint(bytes[at]! | (bytes[at + 1]! << 8))
  return plainText(out)
}

function base64Bytes(encoded: string): number[] | undefined {
  return decodeDigits(encoded.replaceAll('-', '+').replaceAll('_', '/'), BASE64, 6)
}

export function decodeBase32(encoded: string): string | undefined {
  const bytes = decodeDigits(encoded.toUpperCase(), BASE32, 5)
  return bytes && decodeUtf8(bytes)
}

/** The text behind plain hexadecimal digits, as `xxd -r -p` reads them. */
export function decodeHex(encoded: string): string | undefined {
  const bytes = decodeDigits(encoded.toLowerCase().replaceAll('0x', ''), HEX, 4)
  return bytes && decodeUtf8(bytes)
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

/** Backslash escapes as `printf`, `echo -e` and most languages' strings know them. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text
  let out = ''
  let bytes: number[] = []
  const flush = () => {
    if (bytes.length > 0) out += decodeUtf8(bytes)
    bytes = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const found = text[at] === '\\' ? numericEscape(text, at + 1) : undefined
    if (found !== undefined) {
      if (found.isByte) bytes.push(found.code & 0xff)
      else {
        flush()
        out += found.code > 0x10_ffff ? '\uFFFD' : plainText(String.fromCodePoint(found.code))
      }
      at += found.length
      continue
    }
    flush()
    const next = text[at + 1]
    if (text[at] === '\\' && next !== undefined) {
      out += SIMPLE_ESCAPES[next] ?? `\\${next}`
      at += 1
    } else out += text[at]
  }
  flush()
  return out
}

interface NumericEscape {
  readonly code: number
  readonly length: number
  readonly isByte: boolean
}

function numericEscape(text: string, at: number): NumericEscape | undefined {
  const kind = text[at]
  if (kind === 'x') return digitsAt(text, at + 1, 2, 16, 1, true)
  if (kind === 'u') return digitsAt(text, at + 1, 4, 16, 1, false)
  if (kind === 'U') return digitsAt(text, at + 1, 8, 16, 1, false)
  if (kind !== undefined && kind >= '0' && kind <= '7')
    return digitsAt(text, at, kind === '0' ? 4 : 3, 8, 0, true)
  return undefined
}

function digitsAt(
  text: string,
  from: number,
  most: number,
  radix: number,
  prefixLength: number,
  isByte: boolean,
): NumericEscape | undefined {
  const braced = text[from] === '{'
  let end = braced ? from + 1 : from
  let code = 0
  while (end < from + most + (braced ? 1 : 0)) {
    const digit = HEX.indexOf((text[end] ?? ' ').toLowerCase())
    if (digit < 0 || digit >= radix) break
    code = code * radix + digit
    end += 1
  }
  if (end === from || (braced && end === from + 1)) return undefined
  const length = end - from + prefixLength + (braced && text[end] === '}' ? 1 : 0)
  return { code, length, isByte }
}

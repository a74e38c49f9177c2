export const DIGIT = 1
export const UPPER = 2
export const LOWER = 4
export const HEX = 8
/** Letters, digits, `_`, `-`: the alphabet of base64url and of most keys. */
export const TOKEN = 16
/** Letters, digits, `+`, `/`, `=`. */
export const BASE64 = 32
/** What the part of an address before the `@` may hold. */
export const LOCAL = 64
/** What a label of a host name may hold, international letters included. */
export const HOST = 128
/** Scripts written without spaces; a host label never mixes them with others. */
export const WIDE = 256
export const SPACE = 512
/** What a password or token written after its name may hold. */
export const VALUE = 1024
export const UNDERSCORE = 2048
/** Marks that may stand between the digits of a number people write down. */
export const SEPARATOR = 4096
/** Letters beyond ASCII that may be part of names. */
export const FOREIGN = 8192
/** Letters, digits, `_`, `-`, `+`, `/`: keys of all alphabets, without the padding of base64. */
export const KEY_BODY = 16384

/** Everything that is neither letter nor digit. */
export const OTHER = 32768

export const LETTER = UPPER | LOWER
export const ALNUM = DIGIT | LETTER
export const WORD = ALNUM | UNDERSCORE

/** What each UTF-16 unit is, as bits; position 0 is also "no character" and is nothing but `OTHER`. */
export const CLASS: Uint16Array = buildClasses()

function buildClasses(): Uint16Array {
  const classes = new Uint16Array(65536)
  const mark = (bits: number, characters: string): void => {
    for (const character of characters) classes[character.charCodeAt(0)]! |= bits
  }
  const markRange = (bits: number, first: number, last: number): void => {
    for (let code = first; code <= last; code += 1) classes[code]! |= bits
  }
  markRange(DIGIT | HEX | TOKEN | KEY_BODY | BASE64 | LOCAL | HOST, 0x30, 0x39)
  markRange(UPPER | TOKEN | KEY_BODY | BASE64 | LOCAL | HOST, 0x41, 0x5a)
  markRange(LOWER | TOKEN | KEY_BODY | BASE64 | LOCAL | HOST, 0x61, 0x7a)
  mark(HEX, 'abcdefABCDEF')
  mark(TOKEN | KEY_BODY, '_-')
  mark(KEY_BODY, '+/')
  mark(UNDERSCORE, '_')
  mark(BASE64, '+/=')
  mark(LOCAL, "._%+-'&~")
  mark(HOST, '-')
  mark(SPACE, ' \t\n\r\v\f\u00a0\u2028\u2029\u202f\u3000')
  mark(SEPARATOR, ' -.\u00a0\u202f\u2010\u2011\u2013')
  markRange(VALUE, 0x21, 0x7e)
  for (const character of '"\'`,;<>()[]{}\\') classes[character.charCodeAt(0)]! &= ~VALUE
  markRange(LOCAL | HOST | FOREIGN, 0xc0, 0x24f)
  markRange(LOCAL | HOST | FOREIGN, 0x370, 0x1fff)
  for (const sign of '\u00d7\u00f7\u037e\u0387\u0589\u060c\u061b\u061f\u1680') classes[sign.charCodeAt(0)] = 0
  markRange(HOST | WIDE | FOREIGN, 0x3041, 0x30fa)
  markRange(HOST | WIDE | FOREIGN, 0x3400, 0x9fff)
  markRange(HOST | WIDE | FOREIGN, 0xac00, 0xd7a3)
  for (let code = 0; code < classes.length; code += 1)
    if ((classes[code]! & ALNUM) === 0) classes[code]! |= OTHER
  return classes
}

/** ASCII lower case; other units come back unchanged. */
export function lowerCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 32 : code
}

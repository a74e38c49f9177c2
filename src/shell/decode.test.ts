import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64, decodeBase64Utf16, decodeEscapes, decodeHex } from './decode.ts'
import { plainText } from './symbols.ts'

const written = fc.string({ unit: 'grapheme', maxLength: 60 }).map(plainText)

test('what was encoded is decoded', () => {
  fc.assert(
    fc.property(written, (text) => {
      const bytes = Buffer.from(text)
      expect(decodeBase64(bytes.toString('base64'))).toBe(text)
      expect(decodeBase64(bytes.toString('base64url'))).toBe(text)
      expect(decodeHex(bytes.toString('hex'))).toBe(text)
      expect(decodeBase64Utf16(Buffer.from(text, 'utf16le').toString('base64'))).toBe(text)
    }),
  )
})

test('what is no base64 is not guessed at', () => {
  expect(decodeBase64('rm -rf /!')).toBeUndefined()
  expect(decodeHex('xyz')).toBeUndefined()
})

test('escapes are read as printf reads them', () => {
  expect(decodeEscapes(String.raw`\x72\x6d \055rf \u002f`)).toBe('rm -rf /')
  expect(decodeEscapes(String.raw`\0162m\t-\n`)).toBe('rm\t-\n')
  expect(decodeEscapes(String.raw`\xc3\xa9\q\\`)).toBe('é\\q\\')
  expect(decodeEscapes('\\')).toBe('\\')
})

test('no decoder lets text pose as one of our symbols', () => {
  expect(decodeEscapes(String.raw`\ue001`)).toBe('\uFFFD')
  expect(decodeBase64(Buffer.from('\uE001').toString('base64'))).toBe('\uFFFD')
})

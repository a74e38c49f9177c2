import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PII_GROUPS, createPiiScanner, redactionMarker, type PiiGroup } from './index.ts'

const scanner = createPiiScanner({ groups: PII_GROUPS })
const prose = readFileSync(join(import.meta.dirname, '../../corpus/pii/benign/prose.txt'), 'utf8')

const hostile = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '@',
        '.',
        ':',
        '-',
        '+',
        '4111',
        '10.',
        'sk-',
        'eyJ',
        'a',
        '::',
        'password=',
        ' ',
        '\ud800',
        '😀',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
)

test('any text is scanned without an error, and matches are sorted, apart and in range', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      let last = 0
      for (const { start, end } of scanner.scan(text)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(text.length)
      expect(scanner.has(text)).toBe(last > 0)
    }),
    { numRuns: 3000 },
  )
})

test('markers are not redacted again', () => {
  for (const group of PII_GROUPS) expect(scanner.scan(`x ${redactionMarker(group)} y`)).toEqual([])
  fc.assert(
    fc.property(hostile, (text) => {
      const values = ' bob@example.com, 4111 1111 1111 1111 and password=Tr0ub4dor&3 '
      const once = scanner.redact(`${text} ${values}`).text
      for (const group of PII_GROUPS)
        for (const { start, end } of scanner.scan(once))
          expect(once.slice(start, end)).not.toContain(redactionMarker(group))
    }),
  )
})

test('redacting what was redacted changes nothing', () => {
  const text =
    'bob@example.com, 415-555-2671, 219-09-1234, 4111 1111 1111 1111, password=Tr0ub4dor&3, 10.0.0.1'
  const once = scanner.redact(text).text
  expect(once).toBe(
    '[REDACTED_EMAIL], [REDACTED_PHONE], [REDACTED_SSN], [REDACTED_CREDIT_CARD], password=[REDACTED_API_KEY], [REDACTED_IP_ADDRESS]',
  )
  expect(scanner.redact(once)).toEqual({ text: once, matches: [] })
})

test('clean text comes back as the same string, and clean scans share one empty list', () => {
  const result = scanner.redact(prose)
  expect(result.text).toBe(prose)
  expect(scanner.scan(prose)).toBe(scanner.scan('nothing here'))
})

test('only the groups in force are found', () => {
  const text = 'bob@example.com 10.0.0.1'
  expect(createPiiScanner({ groups: ['ip_address'] }).scan(text)).toEqual([
    { group: 'ip_address', start: 16, end: 24 },
  ])
  expect(createPiiScanner({ groups: [] }).scan(text)).toEqual([])
})

test('an unknown group is refused with the known ones', () => {
  expect(() => createPiiScanner({ groups: ['emails' as PiiGroup] })).toThrow(/unknown pii group `emails`/)
})

test('a telephone library has the last word on telephone numbers', () => {
  const asked: string[] = []
  const picky = createPiiScanner({
    groups: ['phone'],
    isPhoneNumber: (candidate) => {
      asked.push(candidate)
      return candidate.startsWith('+44') || candidate.startsWith('020')
    },
  })
  const text = 'call 415-555-2671 or +44 20 7946 0958 or 020 7946 0958, not 2024-01-15'
  expect(picky.scan(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '+44 20 7946 0958',
    '020 7946 0958',
  ])
  expect(asked).toContain('415-555-2671')
  expect(asked.some((candidate) => candidate.includes('2024'))).toBe(false)
})

test('a large text between small ones changes nothing', () => {
  const small = 'write to bob@example.com'
  const large = `${'a line of plain words\n'.repeat(20_000)}${small}`
  for (const text of [small, large, small, `${large}\n${large}`, small, '', small]) {
    const finds = scanner.scan(text).map(({ start, end }) => text.slice(start, end))
    expect(finds).toEqual(Array.from({ length: text.split('bob@').length - 1 }, () => 'bob@example.com'))
  }
})

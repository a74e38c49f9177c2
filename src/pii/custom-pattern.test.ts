import * as fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { HoldfastError } from '../kit/errors.ts'
import { compileCustomPattern, createPiiScanner, redactionMarker } from './index.ts'

const only = (regex: string | RE2JS, name = 'x') =>
  createPiiScanner({ groups: [], custom: [{ name, regex }] })
const found = (regex: string | RE2JS, text: string): string[] =>
  only(regex)
    .scan(text)
    .map(({ start, end }) => text.slice(start, end))

test('a custom pattern is found and redacted under its own name', () => {
  const scanner = only('[0-9a-f]{8}-[0-9a-f]{4}', 'custom uuid-1')
  expect(scanner.redact('id 550e8400-e29b.')).toEqual({
    text: 'id [REDACTED_CUSTOM_UUID_1].',
    matches: [{ group: 'custom uuid-1', start: 3, end: 16 }],
  })
  expect(redactionMarker('custom uuid-1')).toBe('[REDACTED_CUSTOM_UUID_1]')
})

test.each([
  ['(?P<n>ab+)c', 'xabbc', ['abbc']],
  ['(?i)secret', 'my SeCrEt', ['SeCrEt']],
  ['\\Aab', 'ab ab', ['ab']],
  ['ab\\Z', 'ab ab', ['ab']],
  ['[\\Z]b', 'Zb', []],
  ['(?m)^a.$', 'a1\nba2\na3', ['a1', 'a3']],
  ['\\bkey\\d+\\b', 'key1 monkey2 key3x', ['key1']],
  ['é+', 'caféé', ['éé']],
  ['😀.', 'x😀😀', ['😀😀']],
  ['a*', 'baac', ['aa']],
])('%s in %s', (regex, text, expected) => {
  if (regex === '[\\Z]b') expect(compileCustomPattern({ name: 'x', regex }).ok).toBe(false)
  else expect(found(regex, text)).toEqual(expected)
})

test('a compiled pattern is taken as it is', () => {
  expect(found(RE2JS.compile('abc', RE2JS.CASE_INSENSITIVE), 'xABCx')).toEqual(['ABC'])
})

test.each([
  ['(?=a)b', 'look-around', '(?='],
  ['a(?!b)', 'look-around', '(?!'],
  ['(?<=a)b', 'look-around', '(?<='],
  ['(?<!a)b', 'look-around', '(?<!'],
  ['(a)\\1', 'back-reference', '\\1'],
  ['(?P<n>a)(?P=n)', 'back-reference', '(?P='],
  ['(?<n>a)\\k<n>', 'back-reference', '\\k<'],
  ['(?>a+)b', 'atomic-group', '(?>'],
  ['[', 'syntax', ''],
  ['a**', 'syntax', '**'],
])('%s is refused as %s', (regex, code, part) => {
  const result = compileCustomPattern({ name: 'mine', regex })
  expect(result).toMatchObject({ ok: false, problem: { name: 'mine', code } })
  if (!result.ok) expect(result.problem.reason).toContain(part)
  expect(() => only(regex)).toThrow(HoldfastError)
})

test('what looks like a refused construct is allowed where it means something else', () => {
  for (const regex of ['[(?=]', '\\(\\?=', '\\\\1', '[]\\]]'])
    expect(compileCustomPattern({ name: 'x', regex }).ok).toBe(true)
})

test('modes no stream can follow are refused in compiled patterns', () => {
  const longest = RE2JS.compile('a|ab', RE2JS.LONGEST_MATCH)
  expect(compileCustomPattern({ name: 'x', regex: longest })).toMatchObject({
    ok: false,
    problem: { code: 'longest-match' },
  })
  const behind = RE2JS.compile('(?<=a)b', RE2JS.LOOKBEHINDS)
  expect(compileCustomPattern({ name: 'x', regex: behind })).toMatchObject({
    ok: false,
    problem: { code: 'look-around' },
  })
})

test.each([
  ['abc', 3],
  ['a{2,5}b?', 6],
  ['a|bcd', 3],
  ['a.', 3],
  ['a+', Infinity],
  ['(?s).*', Infinity],
  ['a{300}', Infinity],
  ['\\d{254}', 254],
  ['^$', 0],
])('the longest match of %s has %s characters', (regex, longestChars) => {
  expect(compileCustomPattern({ name: 'x', regex })).toMatchObject({ ok: true, pattern: { longestChars } })
})

/** Small patterns over a small alphabet meet each other's edges often. */
const pattern = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\b', '^', '$', '(?:)', 'é', '😀'),
    fc.tuple(tie('node'), tie('node')).map(([left, right]) => `${left}${right}`),
    fc.tuple(tie('node'), tie('node')).map(([left, right]) => `(?:${left}|${right})`),
    fc
      .tuple(tie('node'), fc.constantFrom('*', '+', '?', '*?', '+?', '{1,3}'))
      .map(([inner, mark]) => `(?:${inner})${mark}`),
  ),
})).node
const smallText = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', 'é', '😀'), { maxLength: 20 })
  .map((units) => units.join(''))

test('matches are those of the regular expression library', () => {
  fc.assert(
    fc.property(pattern, smallText, (regex, text) => {
      const compiled = RE2JS.compile(regex)
      // a pattern that can match nothing has its own rule: the empty match is passed over
      fc.pre(!compiled.test(''))
      const expected: string[] = []
      const matcher = compiled.matcher(text)
      while (matcher.find()) {
        fc.pre(matcher.end() > matcher.start())
        expected.push(`${matcher.start()}-${matcher.end()}`)
      }
      const actual = only(regex)
        .scan(text)
        .map(({ start, end }) => `${start}-${end}`)
      expect(actual).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
})

describe('overlaps', () => {
  test('the leftmost wins and what it does not cover is covered by the other', () => {
    const scanner = createPiiScanner({
      groups: ['email'],
      custom: [{ name: 'greeting', regex: 'hello bob' }],
    })
    expect(scanner.redact('hello bob@example.com').text).toBe('[REDACTED_GREETING][REDACTED_EMAIL]')
  })

  test('a value inside another is not reported twice', () => {
    const scanner = createPiiScanner({ groups: ['email'], custom: [{ name: 'line', regex: 'to .*' }] })
    expect(scanner.redact('to bob@example.com').matches).toEqual([{ group: 'line', start: 0, end: 18 }])
  })

  test('at the same place a built-in group comes before a custom pattern', () => {
    const scanner = createPiiScanner({ groups: ['email'], custom: [{ name: 'bob', regex: 'bob' }] })
    expect(scanner.scan('bob@example.com').map(({ group }) => group)).toEqual(['email'])
  })
})

test('a match longer than a stream allows reaches to the next blank there, and is whole in a whole text', () => {
  const scanner = only('key-[a-z]+')
  const text = `a key-${'z'.repeat(400)} b`
  expect(scanner.redact(text).text).toBe('a [REDACTED_X] b')
  const stream = scanner.stream()
  const released = stream.push(text).released + stream.flush().released
  expect(released).toBe('a [REDACTED_X] b')
})

test('a start that outgrows the limit does not hide a later one', () => {
  const scanner = only('a[^b]*b')
  const text = `${'a'.repeat(300)}b.`
  const stream = scanner.stream()
  const released = stream.push(text).released + stream.flush().released
  expect(released).toBe(`${'a'.repeat(47)}[REDACTED_X].`)
})

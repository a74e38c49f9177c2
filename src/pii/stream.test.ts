import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  LONGEST_STREAM_MATCH_CHARS,
  PII_GROUPS,
  createPiiScanner,
  type PiiMatch,
  type PiiScanner,
  type StreamMode,
} from './index.ts'

const folder = join(import.meta.dirname, '../../corpus/pii')
const corpusTexts = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map(
    (name) =>
      parse(readFileSync(join(folder, name), 'utf8')) as { found: { text: string }[]; clean: string[] },
  )
  .flatMap(({ found, clean }) => [...found.map(({ text }) => text), ...clean])

const scanner = createPiiScanner({ groups: PII_GROUPS })
const customScanner = createPiiScanner({
  groups: PII_GROUPS,
  custom: [
    { name: 'ticket', regex: 'T-[0-9]{3,6}\\b' },
    { name: 'greeting', regex: '(?i)hello(?: \\w+)?' },
    { name: 'line', regex: '(?m)^secret .*$' },
    { name: 'pair', regex: '[🎈🎉]+|😀.' },
    { name: 'wide', regex: 'a[^b]*b' },
  ],
})

interface StreamResult {
  released: string
  readonly found: { group: string; start: number }[]
  readonly matches: PiiMatch[]
  mostHeld: number
}

function runStream(by: PiiScanner, chunks: readonly string[], mode: StreamMode = 'redact'): StreamResult {
  const stream = by.stream(mode)
  const result: StreamResult = { released: '', found: [], matches: [], mostHeld: 0 }
  const steps = chunks.map((chunk) => () => stream.push(chunk))
  for (const next of [...steps, () => stream.flush()]) {
    const step = next()
    result.released += step.released
    result.found.push(...step.found)
    result.matches.push(...step.matches)
    result.mostHeld = Math.max(result.mostHeld, stream.heldChars)
  }
  return result
}

function cut(text: string, places: readonly number[]): string[] {
  const sorted = [0, ...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b)
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end))
}

const expectSameAsWhole = (by: PiiScanner, chunks: readonly string[]): void => {
  const text = chunks.join('')
  const whole = by.redact(text)
  const { released, matches, found, mostHeld } = runStream(by, chunks)
  expect({ released, matches }).toEqual({ released: whole.text, matches: whole.matches })
  expect(found).toEqual(matches.map(({ group, start }) => ({ group, start })))
  expect(mostHeld).toBeLessThanOrEqual(by.holdBackChars)
}

/** Pieces that are values, halves of values, or what surrounds them: far likelier to hurt than random text. */
const fragment = fc.oneof(
  fc.constantFrom(...corpusTexts),
  fc.constantFrom(
    '@',
    '.',
    ':',
    '-',
    '+',
    '(',
    ' ',
    '\n',
    '=',
    '"',
    '://',
    '::',
    'sk-',
    'ghp_',
    'eyJ',
    'password=',
    'bob',
    'example.com',
    '4111',
    '1111 ',
    '10.',
    '415-',
    '555',
    '-----BEGIN ',
    'PRIVATE KEY-----',
    '-----END ',
    'Bearer ',
    'ssn ',
    'phone ',
    '😀',
    '\ud83d',
    '\ude00',
    '日本',
    'T-123',
    'hello ',
    'secret ',
    'a',
    'b',
    '🎈',
  ),
  fc
    .tuple(fc.constantFrom(...corpusTexts), fc.nat(60), fc.nat(60))
    .map(([text, from, length]) => text.slice(from, from + length)),
  fc.string({ maxLength: 12 }),
)
const hostileText = fc.array(fragment, { maxLength: 14 }).map((fragments) => fragments.join(''))
const places = fc.array(fc.nat(4000), { maxLength: 12 })

describe('a stream gives what the whole text gives', () => {
  test('when the corpus is cut at every position', () => {
    for (const text of corpusTexts)
      for (let at = 0; at <= text.length; at += 1)
        expectSameAsWhole(scanner, [text.slice(0, at), text.slice(at)])
  })

  test('when the corpus comes one character at a time', () => {
    for (const text of corpusTexts) expectSameAsWhole(scanner, text.split(''))
  })

  test('for hostile text and every cut', () => {
    fc.assert(
      fc.property(hostileText, places, (text, at) => expectSameAsWhole(scanner, cut(text, at))),
      { numRuns: 3000 },
    )
  })

  test('for each group alone', () => {
    for (const group of PII_GROUPS) {
      const alone = createPiiScanner({ groups: [group] })
      fc.assert(
        fc.property(hostileText, places, (text, at) => expectSameAsWhole(alone, cut(text, at))),
        { numRuns: 500 },
      )
    }
  })
})

test('with custom patterns the result does not depend on the cut', () => {
  fc.assert(
    fc.property(hostileText, places, (text, at) => {
      const { mostHeld: _, ...expected } = runStream(customScanner, [text])
      const { mostHeld, ...actual } = runStream(customScanner, cut(text, at))
      expect(actual).toEqual(expected)
      expect(mostHeld).toBeLessThanOrEqual(customScanner.holdBackChars)
    }),
    { numRuns: 3000 },
  )
})

test('long runs against patterns without a bound do not depend on the cut, nor exceed the hold-back', () => {
  const regex = fc.constantFrom(
    'a[^b]*b',
    'a+',
    '(?:a|b)+?b',
    'a.*|b',
    '(?s)b.*a',
    '(?m)^a+$',
    '(?:ab?)*b',
    '[ab]+ ',
  )
  const run = fc.tuple(fc.constantFrom('a', 'b', ' ', '\n', 'ab'), fc.constantFrom(1, 2, 90, 260))
  const longText = fc
    .array(run, { maxLength: 6 })
    .map((runs) => runs.map(([unit, times]) => unit.repeat(times)).join(''))
  fc.assert(
    fc.property(regex, longText, places, (source, text, at) => {
      const open = createPiiScanner({ groups: [], custom: [{ name: 'open', regex: source }] })
      const { mostHeld, ...actual } = runStream(open, cut(text, at))
      const { mostHeld: _, ...expected } = runStream(open, [text])
      expect(actual).toEqual(expected)
      expect(mostHeld).toBeLessThanOrEqual(open.holdBackChars)
    }),
    { numRuns: 1000 },
  )
})

test('with custom patterns a short text is redacted as in one piece', () => {
  fc.assert(
    fc.property(hostileText, places, (text, at) => {
      const short = text.slice(0, LONGEST_STREAM_MATCH_CHARS)
      expectSameAsWhole(customScanner, cut(short, at))
    }),
    { numRuns: 2000 },
  )
})

test('detecting releases the text as it is, and nothing of a value before it is found', () => {
  fc.assert(
    fc.property(hostileText, places, (text, at) => {
      const stream = customScanner.stream('detect')
      const { matches } = runStream(customScanner, [text])
      let released = ''
      let found = 0
      for (const chunk of [...cut(text, at), undefined]) {
        const step = chunk === undefined ? stream.flush() : stream.push(chunk)
        released += step.released
        found += step.found.length
        const begun = matches.filter(({ start }) => start < released.length).length
        expect(begun).toBeLessThanOrEqual(found)
      }
      expect(released).toBe(text)
    }),
    { numRuns: 1500 },
  )
})

test('plain prose is not held back beyond the word that is being written', () => {
  const stream = scanner.stream()
  expect(stream.push('The answer is forty-two, and the rea').released).toBe(
    'The answer is forty-two, and the ',
  )
  expect(stream.push('son is simple').released).toBe('reason is ')
  expect(stream.flush().released).toBe('simple')
})

test('an address is withheld until it is complete', () => {
  const stream = scanner.stream()
  expect(stream.push('write to bob').released).toBe('write to ')
  expect(stream.push('@exam').released).toBe('')
  expect(stream.push('ple.com').released).toBe('')
  expect(stream.push(', please')).toEqual({
    released: '[REDACTED_EMAIL], ',
    found: [{ group: 'email', start: 9 }],
    matches: [{ group: 'email', start: 9, end: 24 }],
  })
})

test('a private key of any length is swallowed from its beginning on, in bounded memory', () => {
  const stream = scanner.stream()
  let released = stream.push('key: -----BEGIN PRIVATE KEY-----\n').released
  const line = `${'F4k3'.repeat(16)}\n`
  for (let count = 0; count < 2000; count += 1) {
    released += stream.push(line).released
    expect(stream.heldChars).toBeLessThanOrEqual(scanner.holdBackChars)
  }
  released += stream.push('-----END PRIVATE KEY-----\nafter').released + stream.flush().released
  expect(released).toBe('key: [REDACTED_API_KEY]\nafter')
})

test('a custom pattern holds back no more than its longest match, and nothing that cannot start one', () => {
  const tickets = createPiiScanner({ groups: [], custom: [{ name: 'ticket', regex: 'T-[0-9]{3,6}' }] })
  fc.assert(
    fc.property(hostileText, places, (text, at) => {
      expect(runStream(tickets, cut(text, at)).mostHeld).toBeLessThanOrEqual(tickets.holdBackChars)
    }),
  )
  const open = createPiiScanner({ groups: [], custom: [{ name: 'open', regex: 'key-\\S+' }] }).stream()
  expect(open.push('some words and key').released).toBe('some words and ')
  expect(open.push('-abc def').released).toBe('[REDACTED_OPEN] def')
})

test('no stream holds back more than 256 characters', () => {
  expect(scanner.holdBackChars).toBeLessThanOrEqual(256)
  expect(customScanner.holdBackChars).toBeLessThanOrEqual(256)
  expect(createPiiScanner({ groups: ['ssn'] }).holdBackChars).toBeLessThan(32)
  expect(
    createPiiScanner({ groups: [], custom: [{ name: 'x', regex: 'T-[0-9]{3}' }] }).holdBackChars,
  ).toBeLessThan(10)
})

test('surrogate pairs are released whole', () => {
  const stream = scanner.stream()
  const pieces = [...'a 😀 b 😀😀 c'.split(''), undefined].map((unit) =>
    unit === undefined ? stream.flush().released : stream.push(unit).released,
  )
  expect(
    pieces.filter((piece) =>
      /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(piece),
    ),
  ).toEqual([])
})

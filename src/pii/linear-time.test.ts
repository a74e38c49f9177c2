import { expect, test } from 'vitest'
import { PII_GROUPS, createPiiScanner } from './index.ts'

/** Units that, repeated, make a careless scanner read the same text again and again. */
const UNITS = [
  '7',
  '@',
  'a',
  ':',
  '-',
  ' ',
  '1.',
  '1 ',
  '4111 ',
  'sk-',
  'sk-proj-',
  'a@',
  'a@a.',
  'eyJ',
  'eyJ.',
  'eyJ-',
  'fe80:',
  '::',
  'a://',
  'a://b:c',
  'password=',
  'token: ',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  '(415) ',
  '+1 ',
  '415-',
  'Bearer ',
  'ghp_a1',
  '\ud83d',
  'a.b-c+',
  'bob@example.com',
]

const SHORT_CHARS = 60_000
const scanner = createPiiScanner({ groups: PII_GROUPS })

function medianMs(work: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const startMs = performance.now()
    work()
    return performance.now() - startMs
  })
  return times.sort((a, b) => a - b)[3]!
}

const repeat = (unit: string, chars: number): string => unit.repeat(Math.ceil(chars / unit.length))

function stream(text: string): void {
  const pii = scanner.stream()
  for (let at = 0; at < text.length; at += 1000) pii.push(text.slice(at, at + 1000))
  pii.flush()
}

/** Quadratic work would show as 4; noise and rounding stay below this. */
const MOST_RATIO = 3.4
const ATTEMPTS = 4

test.each(UNITS.flatMap((unit) => [[unit, 'whole'] as const, [unit, 'stream'] as const]))(
  'time grows in step with the length of %j, %s',
  (unit, how) => {
    const work = how === 'whole' ? (text: string) => void scanner.scan(text) : stream
    const [short, long] = [repeat(unit, SHORT_CHARS), repeat(unit, SHORT_CHARS * 2)]
    work(long)
    let ratio = Infinity
    // a busy machine spoils one measurement, not several in a row
    for (let attempt = 0; attempt < ATTEMPTS && ratio > MOST_RATIO; attempt += 1)
      ratio = medianMs(() => work(long)) / medianMs(() => work(short))
    expect(ratio).toBeLessThanOrEqual(MOST_RATIO)
  },
)

test.each(['a(.*b)?', '(a|aa)*c', 'a[^b]*b', '(?s).*z'])(
  'custom pattern %s takes linear time on text made against it',
  (regex) => {
    const custom = createPiiScanner({ groups: [], custom: [{ name: 'x', regex }] })
    const whole = (text: string): void => void custom.scan(text)
    const streamed = (text: string): void => {
      const pii = custom.stream()
      for (let at = 0; at < text.length; at += 100) pii.push(text.slice(at, at + 100))
      pii.flush()
    }
    const [short, long] = ['a'.repeat(1500), 'a'.repeat(6000)]
    for (const work of [whole, streamed]) {
      work(long)
      let ratio = Infinity
      // four times the text: quadratic work would show as 16
      for (let attempt = 0; attempt < ATTEMPTS && ratio > 9; attempt += 1)
        ratio = medianMs(() => work(long)) / medianMs(() => work(short))
      expect(ratio).toBeLessThanOrEqual(9)
    }
  },
)

import { expect, test } from 'vitest'
import { PII_GROUPS, createPiiScanner, type PiiScanner } from './index.ts'

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

const scanner = createPiiScanner({ groups: PII_GROUPS })

const ROUNDS = 7
const ATTEMPTS = 4
/** How much longer the long text is, and how much longer it may take: quadratic work would take the square. */
const TIMES_LONGER = 8
const MOST_TIMES_SLOWER = 24

/** The ratio of medians, measured in turns so that a busy moment hits both. */
function timesSlower(work: (text: string) => void, short: string, long: string): number {
  const times: { short: number[]; long: number[] } = { short: [], long: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.short.push(spentMicros(() => work(short)))
    times.long.push(spentMicros(() => work(long)))
  }
  return median(times.long) / median(times.short)
}

/** The processor's time and not the clock's, because on a busy machine long work is interrupted more often than short. */
function spentMicros(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, user + system)
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[(ROUNDS - 1) / 2]!

function expectLinear(work: (text: string) => void, unit: string, shortChars: number): void {
  const short = unit.repeat(Math.ceil(shortChars / unit.length))
  const long = unit.repeat(Math.ceil((shortChars * TIMES_LONGER) / unit.length))
  work(long)
  let ratio = Infinity
  // a busy machine spoils one measurement, not several in a row
  for (let attempt = 0; attempt < ATTEMPTS && ratio > MOST_TIMES_SLOWER; attempt += 1)
    ratio = timesSlower(work, short, long)
  expect(ratio).toBeLessThanOrEqual(MOST_TIMES_SLOWER)
}

const whole =
  (by: PiiScanner) =>
  (text: string): void =>
    void by.scan(text)

const streamed =
  (by: PiiScanner, chunkChars: number) =>
  (text: string): void => {
    const pii = by.stream()
    for (let at = 0; at < text.length; at += chunkChars) pii.push(text.slice(at, at + chunkChars))
    pii.flush()
  }

test.each(UNITS)('the time for %j grows in step with its length', (unit) => {
  expectLinear(whole(scanner), unit, 20_000)
  expectLinear(streamed(scanner, 1000), unit, 20_000)
})

test.each(['a(.*b)?', '(a|aa)*c', 'a[^b]*b', '(?s).*z'])(
  'custom pattern %s takes linear time on text made against it',
  (regex) => {
    const custom = createPiiScanner({ groups: [], custom: [{ name: 'x', regex }] })
    expectLinear(whole(custom), 'a', 1500)
    expectLinear(streamed(custom, 100), 'a', 1500)
  },
)

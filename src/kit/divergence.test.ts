import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countLabels,
  countsOf,
  divergenceOf,
  jensenShannon,
  push,
  startWindow,
  type Counts,
} from './divergence.ts'
import { randomStream } from './random.ts'

interface DivergenceCase {
  readonly left: Counts
  readonly right: Counts
  readonly divergence: number
}

const FIXTURES = join(import.meta.dirname, '../../corpus/metrics/jensen-shannon.json')
const counts = fc.dictionary(fc.string({ maxLength: 3 }), fc.integer({ min: 0, max: 50 }), { maxKeys: 8 })

test('the divergence agrees with scipy', () => {
  const { cases } = JSON.parse(readFileSync(FIXTURES, 'utf8')) as { cases: readonly DivergenceCase[] }
  expect(cases.length).toBeGreaterThan(0)
  for (const { left, right, divergence } of cases)
    expect(jensenShannon(left, right)).toBeCloseTo(divergence, 12)
})

test('it lies in 0…1, is the same both ways, and is 0 against itself', () => {
  fc.assert(
    fc.property(counts, counts, (left, right) => {
      const value = jensenShannon(left, right)
      if (value === undefined) return
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
      expect(jensenShannon(right, left)).toBeCloseTo(value, 12)
      expect(jensenShannon(left, left)).toBe(0)
    }),
  )
})

test('a side that counted nothing gives no number', () => {
  expect(jensenShannon({}, { read: 1 })).toBeUndefined()
  expect(jensenShannon({ read: 1 }, { read: 0 })).toBeUndefined()
  expect(jensenShannon({}, {})).toBeUndefined()
})

test('a count that is not a count is refused by its label', () => {
  expect(() => jensenShannon({ read: -1 }, { read: 1 })).toThrow('the count of `read`')
  expect(() => jensenShannon({ read: 1 }, { write: Number.NaN })).toThrow('the count of `write`')
})

test('a label named like a part of the language is a label', () => {
  expect(countLabels(['__proto__', 'constructor', '__proto__'])).toEqual(
    Object.fromEntries([
      ['__proto__', 2],
      ['constructor', 1],
    ]),
  )
  const window = ['__proto__', 'toString', '__proto__', 'read'].reduce(push, startWindow(2))
  expect(divergenceOf(window)).toBeCloseTo(jensenShannon({ a: 1, b: 1 }, { a: 1, c: 1 }) ?? Number.NaN, 12)
  expect(divergenceOf(push(push(window, 'constructor'), 'valueOf'))).toBeCloseTo(1, 12)
})

test('a window says nothing before it is full, and 0 when it becomes its own baseline', () => {
  let window = startWindow(3)
  for (const label of ['a', 'b']) {
    window = push(window, label)
    expect(divergenceOf(window)).toBeUndefined()
  }
  window = push(window, 'a')
  expect(divergenceOf(window)).toBe(0)
})

test('a window that holds none of its baseline is at 1', () => {
  const window = ['a', 'b', 'a', 'x', 'y', 'z'].reduce(push, startWindow(3))
  expect(divergenceOf(window)).toBeCloseTo(1, 12)
  expect(countsOf(window)).toEqual({ x: 1, y: 1, z: 1 })
})

test('a given baseline is kept, and an empty one never gives a number', () => {
  const given = ['a', 'b'].reduce(push, startWindow(2, { a: 30, c: 10 }))
  expect(divergenceOf(given)).toBeCloseTo(jensenShannon({ a: 1, b: 1 }, { a: 3, c: 1 }) ?? Number.NaN, 12)
  const empty = ['a', 'b', 'c'].reduce(push, startWindow(2, {}))
  expect(divergenceOf(empty)).toBeUndefined()
})

test('a window needs a positive whole size', () => {
  expect(() => startWindow(0)).toThrow('window size')
  expect(() => startWindow(2.5)).toThrow('window size')
})

test('a push leaves the window it was given as it was', () => {
  const before = Object.freeze(['a', 'b', 'c'].reduce(push, startWindow(2)))
  const copy = structuredClone(before)
  push(before, 'x')
  expect(before).toEqual(copy)
})

test.each([1, 7, 50, 300])(
  'after 100,000 random steps a window of %i agrees with the batch form, and goes on from JSON',
  (size) => {
    const random = randomStream('divergence', `window:${size}`)
    // a wandering vocabulary, so that labels come and go
    const draw = (step: number) => `tool-${Math.floor(random() * 12 + 6 * Math.sin(step / 700))}`
    const recent: string[] = []
    let window = startWindow(size)
    let baseline: Counts | undefined
    for (let step = 0; step < 100_000; step += 1) {
      const label = draw(step)
      recent.push(label)
      if (recent.length > size) recent.shift()
      window = push(window, label)
      if (recent.length === size) baseline ??= countLabels(recent)
      if (step === 50_000) window = JSON.parse(JSON.stringify(window)) as typeof window
      if (step % 97 !== 0 && step !== 99_999) continue
      const batch = baseline === undefined ? undefined : jensenShannon(countLabels(recent), baseline)
      if (batch === undefined) expect(divergenceOf(window)).toBeUndefined()
      else expect(Math.abs((divergenceOf(window) ?? Number.NaN) - batch)).toBeLessThan(1e-9)
    }
  },
)

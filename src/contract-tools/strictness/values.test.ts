import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadContract, type ClauseSource } from '../../contract/index.ts'
import type { JsonValue } from '../../model/index.ts'
import { accepts, isImpossible, valueTest, type ValueTest } from './values.ts'

const VALUES: readonly JsonValue[] = [
  0,
  1,
  2,
  3,
  1.5,
  '1',
  '2',
  'a',
  'ab',
  'b',
  '',
  true,
  false,
  [],
  ['a'],
  [1],
  { a: 1 },
]
const value = fc.constantFrom(...VALUES)
const bound = fc.constantFrom(0, 1, 2, 3)
const word = fc.constantFrom('a', 'ab', 'b', '1', '')

const check: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  value.map((equals) => ({ equals })),
  value.map((each) => ({ not_equals: each })),
  fc.subarray([...VALUES], { minLength: 1, maxLength: 3 }).map((list) => ({ in: list })),
  fc.subarray([...VALUES], { minLength: 1, maxLength: 3 }).map((list) => ({ not_in: list })),
  fc.tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), bound).map(([name, each]) => ({ [name]: each })),
  fc.tuple(bound, bound).map((pair) => ({ between: pair.toSorted((left, right) => left - right) })),
  word.map((contains) => ({ contains })),
  word.map((each) => ({ not_contains: each })),
  fc.boolean().map((exists) => ({ exists })),
  fc.constantFrom('^a', '[0-9]', 'b$').map((matches) => ({ matches })),
)

function clauseOf(written: Record<string, unknown>): ClauseSource {
  const text = JSON.stringify({
    dsl_version: '0.4',
    contractspec: '1.0',
    kind: 'agent',
    name: 'drawn',
    description: '',
    version: '1',
    invariants: { hard: [{ name: 'one', check: { field: 'x', ...written } }] },
  })
  return loadContract('drawn.yaml', text).contract!.clauses[0]!
}

const drawnTest: fc.Arbitrary<ValueTest> = check.map((written) => valueTest(clauseOf(written))!)
const anyValue = fc.oneof(
  value,
  fc.constant(null),
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 1 }) as typeof value,
)
const among = (values: readonly (JsonValue | undefined)[]): readonly (JsonValue | undefined)[] => [
  ...VALUES,
  null,
  undefined,
  ...values,
]
const seed = { seed: 20_263, numRuns: 1000 }

test('what is called impossible is satisfied by nothing', () => {
  let impossible = 0
  fc.assert(
    fc.property(
      fc.array(drawnTest, { minLength: 1, maxLength: 4 }),
      fc.array(anyValue, { minLength: 20 }),
      (tests, values) => {
        if (!isImpossible(tests)) return
        impossible += 1
        expect(among(values).filter((each) => tests.every(({ holds }) => holds(each)))).toEqual([])
      },
    ),
    seed,
  )
  expect(impossible).toBeGreaterThan(200)
})

test('a constraint that is said to imply another accepts nothing that the other does not', () => {
  let implied = 0
  fc.assert(
    fc.property(drawnTest, drawnTest, fc.array(anyValue, { minLength: 20 }), (left, right, values) => {
      if (!accepts(left, right)) return
      implied += 1
      expect(among(values).filter((each) => left.holds(each) && !right.holds(each))).toEqual([])
    }),
    seed,
  )
  expect(implied).toBeGreaterThan(100)
})

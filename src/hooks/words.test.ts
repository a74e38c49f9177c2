import { expect, test } from 'vitest'
import { OPERATORS } from '../contract/operators/index.ts'
import { OPERATOR_FILES } from './words.ts'

test('a hook knows every operator there is', async () => {
  const loaded = await Promise.all(
    Object.entries(OPERATOR_FILES).map(async ([name, load]) => [name, await load()]),
  )
  expect(Object.fromEntries(loaded)).toEqual(
    Object.fromEntries(OPERATORS.map((operator) => [operator.name, operator])),
  )
})

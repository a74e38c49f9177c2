import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPERATORS } from '../../src/contract/operators/index.ts'
import { casesIn, loadCase, runCase, type SessionCase } from './session-case.ts'

const LEAST_CASES = 8
const folder = new URL('../../corpus/operators/', import.meta.url)
const FOLDERS = readdirSync(folder)
  .toSorted()
  .map((name) => ({ name, files: casesIn(new URL(`${name}/`, folder)) }))

for (const { name, files } of FOLDERS)
  for (const { file, cases } of files)
    for (const each of cases)
      test(`${name}/${file}: ${each.name}`, () => {
        const { compiled, warnings, errors } = loadCase(each)
        expect({ warnings, errors }).toEqual({ warnings: each.warns ?? [], errors: each.refused ?? [] })
        if (compiled === undefined) return
        const { actual, expected } = runCase(compiled, each)
        expect(actual.length).toBeGreaterThan(0)
        expect(actual).toEqual(expected)
      })

function casesOf(operator: string): readonly SessionCase[] {
  return FOLDERS.find(({ name }) => name === operator)?.files.flatMap(({ cases }) => cases) ?? []
}

test.each(OPERATORS.map(({ name }) => name))('%s has cases of its own', (operator) => {
  const own = casesOf(operator).filter((each) => JSON.stringify(each).includes(`"${operator}"`))
  expect(own.length).toBeGreaterThanOrEqual(LEAST_CASES)
})

test.each(OPERATORS)('every finding of $name is expected by one of its cases', ({ name, wording }) => {
  const expectations = JSON.stringify(
    casesOf(name).flatMap(({ steps = [] }) => steps.map((step) => step.expect)),
  )
  expect(Object.keys(wording).filter((code) => !expectations.includes(code))).toEqual([])
})

test('every case has a name of its own', () => {
  const names = FOLDERS.flatMap(({ name, files }) =>
    files.flatMap(({ cases }) => cases.map((each) => `${name}: ${each.name}`)),
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

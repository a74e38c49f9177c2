import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readChaos, type PlannedFault } from '../chaos/index.ts'
import { minimiseList } from './minimise-list.ts'
import { shrinkFailure, type FailingCase } from './shrink-failure.ts'

const inOrder = (numbers: Iterable<number>): readonly number[] =>
  [...numbers].sort((left, right) => left - right)

test('what is left still fails, and no part of it can go', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.uniqueArray(fc.nat({ max: 39 }), { minLength: 1, maxLength: 4 }),
      async (length, guilty) => {
        const parts = Array.from({ length }, (_, index) => index)
        const needed = guilty.map((part) => part % length)
        const fails = async (left: readonly number[]): Promise<boolean> =>
          needed.every((part) => left.includes(part))
        const left = await minimiseList(parts, fails)
        expect(inOrder(left)).toEqual(inOrder(new Set(needed)))
      },
    ),
  )
})

test('one guilty part among a thousand is found in few tries', async () => {
  let tries = 0
  const left = await minimiseList(
    Array.from({ length: 1000 }, (_, index) => index),
    async (parts) => {
      tries += 1
      return parts.includes(777)
    },
  )
  expect(left).toEqual([777])
  expect(tries).toBeLessThan(40)
})

test('nothing is left when nothing is needed', async () => {
  expect(await minimiseList([1, 2, 3], async () => true)).toEqual([])
})

function faultsOf(...modes: readonly Record<string, unknown>[]): readonly PlannedFault[] {
  return readChaos({ tool_faults: modes.map((mode, index) => ({ tool: `tool_${index}`, ...mode })) }).faults
}

const CASE: FailingCase = {
  prompt:
    'Good morning. I would like to know something. What is the price of ACME today? Thank you very much.',
  earlier: [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: 'hi' },
  ],
  faults: faultsOf(
    { mode: 'error' },
    { mode: 'slow', delay_ms: 8000 },
    { mode: 'malformed' },
    { mode: 'error' },
  ),
}

const names = ({ faults }: FailingCase): readonly string[] => faults.map(({ id }) => id)

test('two faults that are needed together and one word are all that is left', async () => {
  const { case: left, isCutShort } = await shrinkFailure(CASE, {
    stillFails: async ({ prompt, faults }) => {
      const ids = new Set(faults.map(({ id }) => id))
      return prompt.includes('ACME') && ids.has('tool.tool_0.error') && ids.has('tool.tool_2.malformed')
    },
  })
  expect(names(left)).toEqual(['tool.tool_0.error', 'tool.tool_2.malformed'])
  expect(left.prompt).toBe('ACME')
  expect(left.earlier).toEqual([])
  expect(left.faults.every(({ schedule }) => schedule.times === 1)).toBe(true)
  expect(isCutShort).toBe(false)
})

test('a delay is shortened to about where it begins to matter', async () => {
  const { case: left } = await shrinkFailure(CASE, {
    stillFails: async ({ faults }) => faults.some(({ options }) => Number(options['delay_ms']) >= 3000),
  })
  const delay = Number(left.faults[0]!.options['delay_ms'])
  expect(delay).toBeGreaterThanOrEqual(3000)
  expect(delay).toBeLessThan(3200)
})

test('a case that cannot be made smaller stays as it is', async () => {
  const whole = JSON.stringify(CASE)
  const { case: left } = await shrinkFailure(CASE, {
    stillFails: async (candidate) => JSON.stringify(candidate) === whole,
  })
  expect(left).toEqual(CASE)
})

test('tries that are used up end it with what it has', async () => {
  const {
    tries,
    isCutShort,
    case: left,
  } = await shrinkFailure(CASE, {
    stillFails: async ({ prompt }) => prompt.includes('ACME'),
    mostTries: 3,
  })
  expect(tries).toBe(3)
  expect(isCutShort).toBe(true)
  expect(left.prompt).toContain('ACME')
})

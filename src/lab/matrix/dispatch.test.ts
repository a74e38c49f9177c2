import { expect, test } from 'vitest'
import { CellFold } from './cell-fold.ts'
import { Dispatch, turnNumber, type Turn } from './dispatch.ts'
import type { Ask } from './plan-cells.ts'

const asks = (count: number): readonly Ask[] =>
  Array.from({ length: count }, (_, cell) => ({ cells: [{ cell, prompt: 0 }] }) as unknown as Ask)

const folds = (count: number): readonly CellFold[] => Array.from({ length: count }, () => new CellFold(1, 0))

async function all(dispatch: Dispatch): Promise<readonly string[]> {
  const handed: string[] = []
  for (let turn = await dispatch.next(); turn !== undefined; turn = await dispatch.next()) {
    handed.push(`${turn.trial}.${turn.ask}`)
    dispatch.finished(turn)
  }
  return handed
}

test('goes trial by trial through all questions', async () => {
  const dispatch = new Dispatch(asks(2), folds(2), { from: 0, to: 2 }, new Set())
  expect(await all(dispatch)).toEqual(['0.0', '0.1', '1.0', '1.1'])
})

test('leaves out what has been answered', async () => {
  const done = new Set([turnNumber({ ask: 1, trial: 0 }, 2), turnNumber({ ask: 0, trial: 1 }, 2)])
  expect(await all(new Dispatch(asks(2), folds(2), { from: 0, to: 2 }, done))).toEqual(['0.0', '1.1'])
})

test('does not run far ahead of a question that nobody answers', async () => {
  const dispatch = new Dispatch(asks(1), folds(1), { from: 0, to: 10_000 }, new Set())
  const stuck = (await dispatch.next())!
  const handed: Turn[] = []
  const racing = (async () => {
    for (let turn = await dispatch.next(); turn !== undefined; turn = await dispatch.next()) {
      handed.push(turn)
      dispatch.finished(turn)
    }
  })()
  await new Promise((later) => setTimeout(later, 20))
  expect(handed.length).toBeLessThan(100)
  dispatch.finished(stuck)
  await racing
  expect(handed).toHaveLength(9_999)
})

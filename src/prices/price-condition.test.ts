import { expect, test } from 'vitest'
import { isInForce, readCondition } from './price-condition.ts'

const at = (time: string) => Date.parse(`2026-09-01T${time}Z`)

test('hours that run over midnight hold on both sides of it', () => {
  const night = readCondition('16:30/00:30')
  const moments = ['16:29:59', '16:30:00', '23:59:59', '00:00:00', '00:29:59', '00:30:00', '12:00:00']
  expect(moments.filter((time) => isInForce(night, at(time)))).toEqual([
    '16:30:00',
    '23:59:59',
    '00:00:00',
    '00:29:59',
  ])
})

test('a day begins at midnight UTC', () => {
  const day = readCondition('2026-09-01')
  expect([at('00:00:00') - 1, at('00:00:00')].map((ms) => isInForce(day, ms))).toEqual([false, true])
})

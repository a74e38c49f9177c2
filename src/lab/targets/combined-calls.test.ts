import { expect, test } from 'vitest'
import { combinedCalls, withLedger } from './combined-calls.ts'

const wire = (callId: string, tool: string) => ({
  callId,
  tool,
  args: { a: 1 },
  ok: true,
  result: 'Error: 503',
})

test('a tool that failed has failed, however the wire carried its error', () => {
  expect(
    combinedCalls(
      [wire('c1', 'search'), wire('c2', 'search')],
      [
        { callId: 'search#1', tool: 'search', args: {}, ok: true, result: 'fine' },
        { callId: 'search#2', tool: 'search', args: {}, ok: false, result: '503' },
      ],
    ),
  ).toEqual([wire('c1', 'search'), { ...wire('c2', 'search'), ok: false }])
})

test('tools no model asked for are kept, and tools only the model knows too', () => {
  const own = { callId: 'log#1', tool: 'log', args: {}, ok: true }
  expect(combinedCalls([wire('c1', 'search')], [own])).toEqual([wire('c1', 'search'), own])
  expect(combinedCalls([], [own])).toEqual([own])
})

test('a result the wire turned into a failure is one', () => {
  const entry = { faultId: 'f', fault: 'error', target: 'search', callId: 'c1', plane: 'wire' } as const
  expect(withLedger([wire('c1', 'search'), wire('c2', 'search')], [entry])).toEqual([
    { ...wire('c1', 'search'), ok: false },
    wire('c2', 'search'),
  ])
})

import { expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { fakeIo } from '../fake-io.ts'
import { contractText } from './recording.ts'

const CONTRACT = contractText(
  'strict',
  'invariants:\n  process:\n    - tool_blocklist: {id: no-refunds, tools: [refund]}\n',
)
const EVENTS = Array.from({ length: 40 }, (_, session) =>
  JSON.stringify({
    kind: 'tool-call',
    sessionId: `s${session}`,
    tool: session % 10 === 9 ? 'refund' : 'lookup',
    args: {},
  }),
).join('\n')

/** Everything on one screen, with a clock that takes a step each time it is read. */
async function screen(stepMs: number): Promise<string> {
  let nowMs = 0
  let shown = ''
  const print = (text: string): void => void (shown += text)
  const io = fakeIo({ 'c.yaml': CONTRACT, 'e.jsonl': EVENTS })
  await main(['contract', 'backtest', 'c.yaml', '--events', 'e.jsonl'], {
    ...io,
    live: true,
    out: print,
    err: print,
    nowMs: () => (nowMs += stepMs),
  })
  return shown
}

test('a backtest that takes longer than two seconds says how far it is, and never in the middle of a line', async () => {
  const shown = await screen(60)
  expect(shown).toMatch(/judging again: \d+ of 40 sessions/u)
  for (const line of shown.split('\n'))
    expect(line).not.toMatch(/judging again: [^\r]*(?:s\d+$|allow → deny|strict)/u)
})

test('a short one says nothing', async () => {
  expect(await screen(1)).not.toContain('judging again')
})

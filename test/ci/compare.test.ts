import { afterEach, expect, test } from 'vitest'
import { workplace, type Workplace } from './workplace.ts'

/** Breaks its promise in a share of its answers; which ones, the question alone decides. */
const agent = (failingPercent: number, salt: string): string => `
import { createHash } from 'node:crypto'
export async function answer(_prompt, { invocation }) {
  const draw = createHash('sha256').update('${salt}' + invocation).digest().readUInt32BE(0) / 2 ** 32
  return draw * 100 < ${failingPercent} ? 'no' : 'According to the source: yes.'
}
`

const CONFIGURATION = `version: "2.0"
agent: { type: module, isolation: process, endpoint: ./agent.mjs:answer }
golden_prompts: [hello]
trials: 100
contract:
  name: Cites
  invariants: [{ id: cites, type: contains, value: source }]
  chaos_matrix: [{ name: no-chaos }]
`

let place: Workplace
afterEach(() => place.remove())

async function run(name: string, failingPercent: number, salt = ''): Promise<void> {
  place.put('agent.mjs', agent(failingPercent, salt))
  await place.run('contract', 'run', '--no-save', '--concurrency', '2', '--output', name)
}

test('two runs of the same agent are unchanged, and twenty points lost are a regression', async () => {
  place = workplace({ 'holdfast.yaml': CONFIGURATION })
  await run('first.json', 5)
  await run('second.json', 5)
  await run('other-day.json', 5, 'another day')
  await run('worse.json', 25)
  expect(place.read('second.json')).toBe(place.read('first.json'))

  const same = await place.run('compare', 'first.json', 'second.json')
  expect(same.stdout).toMatch(/^unchanged/u)
  expect(same.exit).toBe(0)
  expect((await place.run('compare', 'first.json', 'other-day.json')).exit).toBe(0)

  const worse = await place.run('compare', 'first.json', 'worse.json')
  expect(worse.stdout).toMatch(/^regression/u)
  expect(worse.stdout).toContain('cites under no-chaos')
  expect(worse.exit).toBe(1)

  const better = await place.run('compare', 'worse.json', 'first.json')
  expect(better.stdout).toMatch(/^improvement/u)
  expect(better.exit).toBe(0)
})

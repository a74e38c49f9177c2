import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { workplace, type Workplace } from './workplace.ts'

/** Invents a figure only when two of its three tools fail together and the word `forecast` is in the prompt. */
const agent = (isFixed: boolean): string => `
const tool = (name) => async () => ({ name })
export const prices = tool('prices')
export const news = tool('news')
export const weather = tool('weather')
export async function answer(prompt, { tools }) {
  const failed = new Set()
  for (const name of ['prices', 'news', 'weather']) await tools[name]({}).catch(() => failed.add(name))
  if (${isFixed ? 'false' : 'true'} && failed.has('prices') && failed.has('news') && prompt.includes('forecast'))
    return 'It will be $123.45 tomorrow.'
  return failed.size === 0 ? 'All is calm.' : 'Some of my tools are down, so I cannot say.'
}
`

const PROMPT =
  'Good morning, I hope you are well. I have been thinking about the market for a while now. Could you please give me a forecast for ACME? It does not need to be long. Thanks a lot in advance.'

const CONFIGURATION = `version: "2.0"
agent:
  type: module
  isolation: process
  endpoint: ./agent.mjs:answer
  tools: ["./agent.mjs:prices", "./agent.mjs:news", "./agent.mjs:weather"]
golden_prompts: ["${PROMPT}"]
contract:
  name: Careful
  invariants:
    - { id: never-fabricate, type: regex, pattern: '\\$\\d', negate: true, severity: critical }
  chaos_matrix:
    - name: everything-down
      tool_faults:
        - { tool: prices, mode: error }
        - { tool: weather, mode: slow, delay_ms: 20 }
        - { tool: news, mode: error, error_code: 500 }
        - { tool: weather, mode: malformed }
`

let place: Workplace
afterEach(() => place.remove())

test('two faults that are needed together and a long prompt are shrunk to exactly those and one word', async () => {
  place = workplace({ 'agent.mjs': agent(false), 'holdfast.yaml': CONFIGURATION })
  const { exit, stdout } = await place.run('ci', '-c', 'holdfast.yaml', '--json')
  expect(exit).toBe(1)
  const { replays } = JSON.parse(stdout) as {
    replays: { faults: string[]; prompt: string; repeat: string; file: string }[]
  }
  expect(replays).toHaveLength(1)
  const [shrunk] = replays
  expect(shrunk!.faults).toEqual(['tool.prices.error', 'tool.news.error'])
  expect(shrunk!.prompt).toBe('forecast')
  expect(readdirSync(join(place.folder, '.holdfast', 'replays'))).toHaveLength(1)

  const again = shrunk!.repeat.split(' ').slice(1)
  expect((await place.run(...again)).exit).toBe(1)
  place.put('agent.mjs', agent(true))
  expect((await place.run(...again)).exit).toBe(0)
})

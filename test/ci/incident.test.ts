import OpenAI from 'openai'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { NO_RM, startWorld } from '../proxy/world.ts'
import { workplace, type Workplace } from './workplace.ts'

/** The agent as it was in production: it believes any number it can think of when the tool says none. */
const AGENT = `
export const market_data_api = async () => ({ price: 182.5 })
export async function answer(prompt, { tools }) {
  const said = await tools.market_data_api({ symbol: 'ACME' }).catch((error) => error.message)
  return said.price === undefined ? 'ACME stands at $123.45.' : 'ACME stands at ' + said.price + ', source: market data.'
}
`

const CONFIGURATION = `version: "2.0"
agent: { type: module, endpoint: ./agent.mjs:answer, tools: ["./agent.mjs:market_data_api"] }
golden_prompts: ["What is the price of ACME?"]
contract:
  name: Finance
  invariants: [{ id: never-fabricate, type: regex, pattern: '\\$\\d', negate: true, severity: critical }]
  chaos_matrix: [{ name: no-chaos }]
`

let place: Workplace
afterEach(() => place.remove())

test('an incident that the proxy recorded becomes a replay with one command and happens again offline', async () => {
  place = workplace({ 'agent.mjs': AGENT, 'holdfast.yaml': CONFIGURATION })
  await recordIncident(join(place.folder, '.holdfast'))

  const imported = await place.run('replay', 'import', 'incident-42', '--contract', 'Finance')
  expect(imported.exit, imported.stderr).toBe(0)
  const file = imported.stdout.trim()
  expect(place.read(file)).toContain('503 Service Unavailable')

  // on a good day the agent keeps its word, and with the tool of that day it does not
  expect((await place.run('contract', 'run', '--no-save')).exit).toBe(0)
  const { exit, stdout } = await place.run('replay', 'run', file)
  expect(stdout).toContain('ACME stands at $123.45.')
  expect(exit).toBe(1)
})

/** A real client talks through a real gateway that writes down what it sees; the tool of that day was down. */
async function recordIncident(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const store = await openStore(join(folder, 'proxy.db'))
  await using world = await startWorld(NO_RM, { store, sessionId: 'incident-42' })
  world.upstream.script(
    { toolCalls: [{ id: 'call_1', tool: 'market_data_api', args: { symbol: 'ACME' } }] },
    { text: 'ACME stands at $123.45.' },
  )
  const client = new OpenAI({ apiKey: 'test-key', baseURL: `${world.proxy.url}/openai/v1` })
  const runner = client.chat.completions.runTools({
    model: 'gpt-5.5',
    messages: [
      { role: 'system', content: 'You answer questions about shares.' },
      { role: 'user', content: 'What is the price of ACME?' },
    ],
    tools: [
      {
        type: 'function',
        function: {
          name: 'market_data_api',
          description: 'Prices of shares.',
          parameters: { type: 'object', properties: {} },
          function: (_args: string) => '503 Service Unavailable',
        },
      },
    ],
  })
  await runner.finalContent()
  await world.proxy.close(0)
  await store.close()
}

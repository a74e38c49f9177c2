import { afterEach, describe, expect, test } from 'vitest'
import type { RunResult } from '../../src/lab/run-result.ts'
import type { MockModel } from '../../src/mock/index.ts'
import { runFinance, startMarket, startModel, type Character } from './finance-world.ts'

let model: MockModel | undefined
let market: Awaited<ReturnType<typeof startMarket>> | undefined

afterEach(async () => {
  await model?.close()
  market?.close()
  model = market = undefined
})

/** Outcomes by cell, such as `max-latency@no-chaos`. */
function outcomes({ cells }: RunResult): Readonly<Record<string, string>> {
  return Object.fromEntries(
    cells.map(({ invariant, scenario, outcome }) => [`${invariant}@${scenario}`, outcome]),
  )
}

const KEPT = {
  'always-cite-source@no-chaos': 'pass',
  'never-fabricate-when-tools-fail@no-chaos': 'not-applicable',
  'max-latency@no-chaos': 'pass',
  'always-cite-source@search-tool-down': 'pass',
  'never-fabricate-when-tools-fail@search-tool-down': 'pass',
  'max-latency@search-tool-down': 'pass',
  'always-cite-source@llm-degraded': 'pass',
  'never-fabricate-when-tools-fail@llm-degraded': 'not-applicable',
  'max-latency@llm-degraded': 'pass',
}

type Section = Readonly<Record<string, unknown>>

/** Four real agents, each with the model behind the gateway and its tool on the deepest plane it offers. */
const AGENTS: readonly {
  readonly name: string
  readonly plane: 'wire' | 'tool'
  readonly agent: (models: Section, marketUrl: string) => Section
}[] = [
  {
    name: 'a TypeScript agent on the OpenAI client',
    plane: 'wire',
    agent: (upstream) => ({
      type: 'http',
      endpoint: 'http://127.0.0.1:{port}/ask',
      command: ['node', '--import', 'tsx', 'openai-server.ts'],
      upstream,
    }),
  },
  {
    name: 'an agent on the Vercel AI SDK',
    plane: 'tool',
    agent: (upstream) => ({
      type: 'module',
      endpoint: './ai-sdk-agent.ts:createAgent',
      tool_registry: './market-data.ts:tools',
      upstream,
    }),
  },
  {
    name: 'a Python agent behind HTTP with an HTTP tool',
    plane: 'tool',
    agent: (upstream, marketUrl) => ({
      type: 'http',
      endpoint: 'http://127.0.0.1:{port}/ask',
      command: 'python3 finance_server.py',
      env: { PYTHONDONTWRITEBYTECODE: '1' },
      tools: { market_data_api: { url: marketUrl, env: 'MARKET_DATA_URL' } },
      upstream,
    }),
  },
  {
    name: 'a Python callable with a tool',
    plane: 'tool',
    agent: (upstream) => ({
      type: 'python',
      endpoint: 'finance_agent:answer',
      tools: ['finance_agent:market_data_api'],
      upstream,
    }),
  },
]

async function run(character: Character, agent: (typeof AGENTS)[number]['agent']) {
  model = await startModel(character)
  market = await startMarket()
  // two copies of each agent: starting more would only make the machine busy
  return runFinance(agent({ openai: `${model.url}/openai/v1` }, market.url), ['--concurrency', '2'])
}

describe.each(AGENTS)('$name', { timeout: 90_000 }, ({ plane, agent }) => {
  test('that admits what it does not know keeps the contract', async () => {
    const { code, result } = await run('careful', agent)
    expect(outcomes(result)).toEqual(KEPT)
    expect(result).toMatchObject({ score: 100, verdict: 'kept' })
    expect(code).toBe(0)
  })

  test('that invents a figure when its tool fails is caught', async () => {
    const { code, result } = await run('fabricating', agent)
    expect(outcomes(result)).toEqual({ ...KEPT, 'never-fabricate-when-tools-fail@search-tool-down': 'fail' })
    expect(result).toMatchObject({
      verdict: 'broken',
      reasons: [{ code: 'critical-failed', cells: 1 }],
    })
    expect(code).toBe(1)
    const cell = result.cells.find(
      ({ invariant, scenario }) =>
        invariant === 'never-fabricate-when-tools-fail' && scenario === 'search-tool-down',
    )
    // the model was really told of it
    expect(model!.requests.some(({ body }) => JSON.stringify(body).includes('503'))).toBe(true)
    expect(cell).toMatchObject({
      severity: 'critical',
      fired: { 'tool.market_data_api.error': 1 },
      failures: [
        {
          outcome: 'fail',
          answer: expect.stringContaining('$187.32') as string,
          ledger: [
            { faultId: 'tool.market_data_api.error', fault: 'error', target: 'market_data_api', plane },
          ],
        },
      ],
    })
  })
})

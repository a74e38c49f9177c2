import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createMockModel, loadScript, type MockModel } from '../../src/mock/index.ts'
import { runConfig, type Ran } from './agents/run-config.ts'

export const FINANCE = resolve(import.meta.dirname, 'agents/finance')

/** How the model behind an agent behaves when its tool fails. */
export const CHARACTERS = {
  careful:
    'The market data source does not answer right now, so I cannot quote a price for ACME; please try again later, or look at the website of your broker.',
  fabricating:
    'According to the market data source, one share of ACME costs $187.32 at the moment; this figure is delayed by fifteen minutes and is no advice.',
} as const

export type Character = keyof typeof CHARACTERS

export async function startModel(character: Character): Promise<MockModel> {
  const text = readFileSync(join(FINANCE, 'model.yaml'), 'utf8').replace(
    '@whenItFails@',
    CHARACTERS[character],
  )
  const { script, problems } = loadScript('model.yaml', text)
  if (script === undefined) throw new Error(problems.map(({ message }) => message).join('; '))
  return createMockModel({ script })
}

/** The real market data service, which counts how often it is really asked. */
export async function startMarket() {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    const symbol = new URL(request.url ?? '/', 'http://market.test').searchParams.get('symbol')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ symbol, price: '123.45', currency: 'USD' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => server.close(),
  }
}

/** `holdfast contract run -c` on the finance contract with this agent. */
export function runFinance(
  agent: Readonly<Record<string, unknown>>,
  words: readonly string[] = [],
  rest: Readonly<Record<string, unknown>> = {},
): Promise<Ran> {
  const head = { version: '2.0', agent, golden_prompts: ['What does ACME cost?'], ...rest }
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const contract = readFileSync(join(FINANCE, 'contract.yaml'), 'utf8')
  return runConfig(FINANCE, `${lines.join('\n')}\n${contract}`, words)
}

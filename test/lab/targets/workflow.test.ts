import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { assignPlanes, readChaos } from '../../../src/chaos/index.ts'
import { openTarget } from '../../../src/lab/targets/index.ts'
import type { Target } from '../../../src/lab/target.ts'
import { createMockModel, loadScript, type MockModel } from '../../../src/mock/index.ts'
import type { JsonObject } from '../../../src/model/index.ts'
import { agentOf, questionOf } from '../agents/questions.ts'
import { startMarket } from '../finance-world.ts'

let target: Target | undefined
let model: MockModel
let market: Awaited<ReturnType<typeof startMarket>>
let folder: string

afterEach(async () => {
  await target?.close()
  await model.close()
  market.close()
  rmSync(folder, { recursive: true })
  target = undefined
})

const FLOW = (modelUrl: string) => `
name = "quote"

[[start_nodes]]
name = "main"
source = "manual"
entry_node = "fetch"

[[nodes]]
id = "fetch"
type = "http_request"
method = "GET"
url_from = "trigger.url"

[[nodes]]
id = "say"
type = "llm_infer"
backend = "fast"
prompt = "Say it nicely: {{body}}"
input_from = "fetch"

[[nodes]]
id = "sorry"
type = "template_render"
template = "no price today"
input_from = "trigger"

[[edges]]
from = "fetch"
to = "say"

[[edges]]
from = "fetch"
when = "error"
to = "sorry"

[[intelligence.backends]]
name = "fast"
provider = "openai-compatible"
model = "gpt-5-mini"
base_url = "${modelUrl}"
`

async function open(): Promise<{ readonly agent: Target; readonly prompt: string }> {
  const { script } = loadScript('s.yaml', 'default: "Nicely: {{last_user}}"')
  model = await createMockModel({ script: script! })
  market = await startMarket()
  folder = mkdtempSync(join(tmpdir(), 'holdfast-flow-'))
  writeFileSync(join(folder, 'quote.toml'), FLOW(`${model.url}/openai/v1`))
  const agent = await openTarget(agentOf({ type: 'workflow', endpoint: './quote.toml' }), {
    folder,
    env: process.env,
    lanes: 2,
  })
  target = agent
  return { agent, prompt: JSON.stringify({ url: `${market.url}/quote?symbol=ACME` }) }
}

function planFor(agent: Target, chaos: JsonObject) {
  const assigned = assignPlanes(readChaos(chaos), agent.planes)
  if (assigned.kind === 'impossible') throw new Error(assigned.problems[0]!.message)
  return assigned.plan
}

test('a workflow answers with what it ends with, and its acting nodes are its tools', async () => {
  const { agent, prompt } = await open()
  expect(await agent.ask(questionOf(prompt))).toMatchObject({
    kind: 'answered',
    output: expect.stringContaining('Nicely: ') as string,
    calls: [{ tool: 'fetch', ok: true }],
  })
  expect(model.requests).toHaveLength(1)
})

test('a node that fails by chaos takes its branch for failures, and the real service is not asked', async () => {
  const { agent, prompt } = await open()
  const plan = planFor(agent, { tool_faults: [{ tool: 'fetch', mode: 'error', error_code: 503 }] })
  const question = questionOf(prompt, { plan })
  const answer = await agent.ask(question)
  expect(market.requests()).toBe(0)
  expect(question.chaos.ledger).toMatchObject([{ target: 'fetch', plane: 'tool' }])
  expect(answer).toMatchObject({ kind: 'answered', calls: [{ tool: 'fetch', ok: false }] })
  expect((answer as { output: string }).output).toContain('no price today')
})

test('the models of a workflow meet their faults on the wire', async () => {
  const { agent, prompt } = await open()
  const question = questionOf(prompt, { plan: planFor(agent, { llm_faults: [{ mode: 'server_error' }] }) })
  expect(await agent.ask(question)).toMatchObject({ kind: 'failed', reason: 'crashed' })
  expect(question.chaos.ledger).toMatchObject([{ fault: 'server_error', plane: 'wire' }])
})

test('a workflow that does not load says where to look', async () => {
  await open()
  await target!.close()
  writeFileSync(join(folder, 'quote.toml'), 'name = 1')
  const agent = agentOf({ type: 'workflow', endpoint: './quote.toml' })
  await expect(openTarget(agent, { folder, env: process.env, lanes: 1 })).rejects.toThrow(/quote\.toml: /u)
})

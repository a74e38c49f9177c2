import { resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { assignPlanes, readChaos } from '../../../src/chaos/index.ts'
import { openTarget } from '../../../src/lab/targets/index.ts'
import type { Target } from '../../../src/lab/target.ts'
import { agentOf, questionOf } from '../agents/questions.ts'
import { startMarket } from '../finance-world.ts'

const FOLDER = resolve(import.meta.dirname, '../agents/odd')
let target: Target | undefined

afterEach(async () => {
  await target?.close()
  target = undefined
})

describe.each(['none', 'process'])('with isolation %s', (isolation) => {
  async function open(section: Readonly<Record<string, unknown>>): Promise<Target> {
    const agent = agentOf({ type: 'module', isolation, ...section })
    return (target = await openTarget(agent, { folder: FOLDER, env: process.env, lanes: 2 }))
  }

  function down(agent: Target) {
    const read = readChaos({ tool_faults: [{ tool: 'lookup', mode: 'error', error_code: 503 }] })
    const assigned = assignPlanes(read, agent.planes, 'module')
    if (assigned.kind === 'impossible') throw new Error(assigned.problems[0]!.message)
    return assigned.plan
  }

  test.each([
    ['given to the agent', { endpoint: './agent.ts', tools: ['./behave.mjs:lookup'] }, 42],
    [
      'in a registry the agent holds',
      { endpoint: './agent.ts:selfContained', tool_registry: './behave.mjs:registry' },
      43,
    ],
  ])('tools %s are wrapped', async (_how, section, value) => {
    const agent = await open(section)
    expect(await agent.ask(questionOf('tool'))).toMatchObject({
      output: `found {"key":"a","value":${value}}`,
      calls: [{ tool: 'lookup', args: { key: 'a' }, ok: true, result: { key: 'a', value } }],
    })
    const question = questionOf('tool', { plan: down(agent) })
    expect(await agent.ask(question)).toMatchObject({
      output: 'tool failed: 503 Service Unavailable',
      calls: [{ tool: 'lookup', ok: false }],
    })
    expect(question.chaos.ledger).toMatchObject([{ fault: 'error', target: 'lookup', plane: 'tool' }])
  })

  test('a tool behind an address is found where the lab stands in front of it', async () => {
    const market = await startMarket()
    try {
      const agent = await open({ endpoint: './agent.ts:fetching', tools: { market: { url: market.url } } })
      expect(await agent.ask(questionOf('go'))).toMatchObject({
        output: expect.stringContaining('123.45') as string,
        calls: [{ tool: 'market', ok: true, result: expect.stringContaining('123.45') as string }],
      })
      const assigned = assignPlanes(
        readChaos({ tool_faults: [{ tool: 'market', mode: 'error' }] }),
        agent.planes,
      )
      if (assigned.kind === 'impossible') throw new Error(assigned.problems[0]!.message)
      expect(await agent.ask(questionOf('go', { plan: assigned.plan }))).toMatchObject({
        output: expect.stringMatching(/^503 /u) as string,
        calls: [{ tool: 'market', ok: false }],
      })
      expect(market.requests()).toBe(1)
    } finally {
      market.close()
    }
  })

  test('two questions at once keep their chaos apart', async () => {
    const agent = await open({ endpoint: './agent.ts', tools: ['./behave.mjs:lookup'] })
    const [broken, whole] = await Promise.all([
      agent.ask(questionOf('tool', { lane: 0, plan: down(agent) })),
      agent.ask(questionOf('tool', { lane: 1 })),
    ])
    expect(broken).toMatchObject({ output: 'tool failed: 503 Service Unavailable' })
    expect(whole).toMatchObject({ output: 'found {"key":"a","value":42}' })
  })

  test('an agent may answer piece by piece, and tell of itself', async () => {
    expect(await (await open({ endpoint: './agent.ts:streaming' })).ask(questionOf('x'))).toMatchObject({
      output: 'piece by piece x',
    })
    await target!.close()
    expect(await (await open({ endpoint: './agent.ts:telling' })).ask(questionOf('x'))).toMatchObject({
      output: 'told',
      calls: [{ tool: 'hidden' }],
      usage: { input: 3, output: 4 },
    })
  })

  test('an answer without a text is a bad answer', async () => {
    expect(await (await open({ endpoint: './agent.ts:wrong' })).ask(questionOf('x'))).toMatchObject({
      reason: 'bad-answer',
    })
  })

  test.each([
    [{ endpoint: './agent.ts:missing' }, /has no `missing`; it has/u],
    [{ endpoint: './nowhere.ts' }, /nowhere\.ts/u],
    [{ endpoint: './agent.ts', tool_registry: './agent.ts:agent' }, /holds no functions/u],
  ])('%j that cannot be loaded says why', async (section, said) => {
    await expect(open(section)).rejects.toThrow(said)
  })
})

test('what an agent does after its answer falls into no other question', async () => {
  const agent = agentOf({
    type: 'module',
    endpoint: './agent.ts:tardy',
    upstream: { openai: 'http://127.0.0.1:9' },
  })
  target = await openTarget(agent, { folder: FOLDER, env: process.env, lanes: 1 })
  expect(await target.ask(questionOf('go'))).toMatchObject({ output: 'later' })
  const plan = assignPlanes(readChaos({ llm_faults: [{ mode: 'empty' }] }), target.planes)
  const next = questionOf('tell', plan.kind === 'assigned' ? { plan: plan.plan } : {})
  expect(await target.ask(next)).toMatchObject({ output: '404' })
  expect(next.chaos.ledger).toEqual([])
})

test('a busy loop in a process of its own is ended', async () => {
  const agent = agentOf({ type: 'module', endpoint: './agent.ts', isolation: 'process', timeout: 1000 })
  target = await openTarget(agent, { folder: FOLDER, env: process.env, lanes: 1 })
  expect(await target.ask(questionOf('spin'))).toMatchObject({ reason: 'timeout' })
  expect(await target.ask(questionOf('hi'))).toMatchObject({ output: 'echo: hi' })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryStore, openStore } from '../../src/store/index.ts'
import { anthropicMessages } from '../../src/wire/formats/index.ts'
import { rawRequest } from './raw-client.ts'
import { scripted } from './scripted-upstream.ts'
import { NO_RM, startWorld, type World } from './world.ts'

const CEILING = '\n- cost_ceiling: {id: budget, max_usd_per_session: 0.025, action_on_breach: deny}\n'
const CENT = { usage: { input: 5000, output: 0 } }

/** A store that stays when the gateway goes. */
function lastingStore() {
  const inner = memoryStore()
  return { ...inner, close: async () => undefined }
}

const ask = ({ proxy }: World, text: string, session = 's') =>
  rawRequest(`${proxy.url}/anthropic/v1/messages`, {
    headers: ['Content-Type', 'application/json', 'X-Api-Key', 'k', 'X-Holdfast-Session', session],
    body: JSON.stringify({
      model: 'claude-sonnet-5',
      max_tokens: 5,
      messages: [{ role: 'user', content: text }],
    }),
  })

test('a ceiling goes on after an orderly stop, from the snapshot', async () => {
  const store = lastingStore()
  const statuses = []
  for (let run = 0; run < 5; run += 1) {
    await using world = await startWorld(CEILING, { store })
    world.upstream.script({ text: `run ${run}`, ...CENT })
    statuses.push((await ask(world, `question ${run}`)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 403, 403])
})

test('a request that was refused owes no answer after a restart', async () => {
  const store = lastingStore()
  for (let run = 0; run < 6; run += 1) {
    // no snapshot, as after a crash: everything is rebuilt from the records
    await using world = await startWorld(CEILING, {
      store: { ...store, saveSnapshot: async () => undefined },
    })
    world.upstream.script({ text: `run ${run}`, ...CENT })
    await ask(world, `question ${run}`)
  }
  let replies = 0
  for await (const { sessionId } of store.sessions())
    for await (const { event } of store.read(sessionId)) if (event.kind === 'model-response') replies += 1
  expect(replies).toBe(3)
})

test('a request that was under way at a crash is answered for once, whoever asks first', async () => {
  const store = lastingStore()
  const world = await startWorld(CEILING, { store: { ...store, saveSnapshot: async () => undefined } })
  world.upstream.answer(() => () => undefined)
  const lost = ask(world, 'lost').catch(() => undefined)
  while (world.upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await store.flush()
  // as if the process had died here: another one takes over while the first says nothing more
  await using next = await startWorld(CEILING, { store })
  next.upstream.answer((_request, index) => ({ text: `answer ${index}`, ...CENT }))
  const replies = await Promise.all([ask(next, 'one'), ask(next, 'two')])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const answers = (await next.records()).flatMap(({ event }) =>
    event.kind === 'model-response' ? [event.stopReason] : [],
  )
  expect(answers.filter((reason) => reason === 'interrupted')).toHaveLength(1)
  expect(answers).toHaveLength(3)
  await world.proxy.close(0).catch(() => undefined)
  await world.upstream.close()
  await lost
})

test('sessions that made room for others come back as they were', async () => {
  await using world = await startWorld(CEILING, { mostSessions: 2 })
  world.upstream.answer((_request, index) => ({ text: `answer ${index}`, ...CENT }))
  const statuses: number[] = []
  for (let round = 0; round < 4; round += 1)
    for (const session of ['a', 'b', 'c', 'd', 'e'])
      statuses.push((await ask(world, `${round}`, session)).status)
  expect(statuses).toEqual([
    ...Array.from({ length: 15 }, () => 200),
    ...Array.from({ length: 5 }, () => 403),
  ])
  expect(world.proxy.overview().contracts[0]?.sessions).toBe(2)
})

test('a session is not sent away between being read and being used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-room-'))
  const store = await openStore(join(folder, 'records.db'))
  {
    await using world = await startWorld(NO_RM, { store, mostSessions: 2 })
    world.upstream.answer((_request, index) => (seen, response) => {
      const reply = anthropicMessages.encodeReply(scripted(seen, { text: `answer ${index}` }))
      response.writeHead(200, { 'content-type': 'application/json' })
      setTimeout(() => response.end(JSON.stringify(reply)), index % 20)
    })
    for (let round = 0; round < 10; round += 1) {
      const asked = Array.from({ length: 20 }, (_, index) => ask(world, `${round} ${index}`, `s${index % 8}`))
      expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
    }
    expect(world.logs.filter(({ level }) => level === 'error')).toEqual([])
  }
  await store.close()
  rmSync(folder, { recursive: true })
})

test('a call that was withheld is remembered over a stop', async () => {
  const store = lastingStore()
  const asked = (world: World, body: object) =>
    rawRequest(`${world.proxy.url}/openai/v1/responses`, {
      headers: ['Content-Type', 'application/json', 'X-Holdfast-Session', 's'],
      body: JSON.stringify({ model: 'gpt-5.5', ...body }),
    })
  {
    await using world = await startWorld('\n- tool_blocklist: {id: no, tools: [delete_all]}\n', { store })
    world.upstream.script({ id: 'resp_1', toolCalls: [{ id: 'call_1', tool: 'delete_all', args: {} }] })
    await asked(world, { input: 'Clean up' })
  }
  await using world = await startWorld('\n- tool_blocklist: {id: no, tools: [delete_all]}\n', { store })
  await asked(world, { input: 'Why?', previous_response_id: 'resp_1' })
  expect(world.upstream.requests[0]?.body['input']).toMatchObject([
    { type: 'function_call_output', call_id: 'call_1' },
    { role: 'user' },
  ])
})

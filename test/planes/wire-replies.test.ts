import { describe, expect, test } from 'vitest'
import { unfired } from '../../src/chaos/index.ts'
import { startChaosWorld } from './chaos-world.ts'
import { CLIENTS } from './clients.ts'

const WORDS = 'The price is twelve dollars today and nobody knows why.'
const CALL = { id: 'call_1', tool: 'market_data', args: { symbol: 'ACME', note: 'as of today' } }

const ways = CLIENTS.flatMap((client) => [
  { client, stream: false, way: `${client.name}, whole` },
  { client, stream: true, way: `${client.name}, streamed` },
])

describe.each(ways)('$way', ({ client, stream }) => {
  test('without a fault the reply is the model’s own', async () => {
    await using world = await startChaosWorld({})
    world.upstream.script({ text: WORDS })
    expect(await client.ask(world.baseUrl, stream)).toMatchObject({ text: WORDS, calls: [] })
  })

  test('a truncated reply stops with the reason of a reached limit, and the guard sees just that', async () => {
    await using world = await startChaosWorld({ llm_faults: [{ mode: 'truncated_response', max_tokens: 3 }] })
    world.upstream.script({ text: WORDS })
    const heard = await client.ask(world.baseUrl, stream)
    expect(heard).toEqual({ text: 'The price is', stop: client.lengthStop, calls: [] })
    const events = (await world.records()).map(({ event }) => event)
    expect(events.find(({ kind }) => kind === 'model-response')).toMatchObject({ text: 'The price is' })
    expect(events.filter(({ kind }) => kind === 'fault')).toMatchObject([
      { faultId: 'llm.truncated_response', fault: 'truncated_response', target: 'llm' },
    ])
  })

  test('an empty reply is a reply that says nothing', async () => {
    await using world = await startChaosWorld({ llm_faults: [{ mode: 'empty' }] })
    world.upstream.script({ text: WORDS, toolCalls: [CALL] })
    expect(await client.ask(world.baseUrl, stream)).toMatchObject({ text: '', calls: [] })
  })

  test('garbage is a well-formed reply of noise', async () => {
    await using world = await startChaosWorld({ llm_faults: [{ mode: 'garbage' }] })
    world.upstream.script({ text: WORDS })
    expect((await client.ask(world.baseUrl, stream)).text).toContain('gibberish ##@@')
  })

  test('drift changes the words and leaves the calls', async () => {
    await using world = await startChaosWorld({ llm_faults: [{ mode: 'response_drift' }] })
    world.upstream.script({ text: '{"action":"look","symbol":"ACME"}', toolCalls: [CALL] })
    const heard = await client.ask(world.baseUrl, stream)
    expect(JSON.parse(heard.text)).toEqual({ tool_name: 'look', symbol: 'ACME' })
    expect(heard.calls).toMatchObject([{ tool: 'market_data', args: JSON.stringify(CALL.args) }])
  })

  test('a rate limit is the provider’s own 429, which never reaches the model', async () => {
    await using world = await startChaosWorld({
      llm_faults: [{ mode: 'rate_limit', retry_after: 3, delay_ms: 40 }],
    })
    const failure = await client.ask(world.baseUrl, stream).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(client.errorClass)
    expect(failure).toMatchObject({ status: 429 })
    expect(world.upstream.requests).toEqual([])
    expect(world.waits).toEqual([40])
  })

  test.each([
    { mode: 'server_error', status: 500 },
    { mode: 'overloaded', status: client.overloadedStatus },
    { mode: 'timeout', status: 504 },
  ])('$mode is the provider’s own error', async ({ mode, status }) => {
    await using world = await startChaosWorld({ llm_faults: [{ mode }] })
    const failure = await client.ask(world.baseUrl, stream).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(client.errorClass)
    expect(failure).toMatchObject({ status })
    expect(world.waits).toEqual(mode === 'timeout' ? [300_000] : [])
  })

  test('a cut connection is an error and never a shorter answer', async () => {
    await using world = await startChaosWorld({ llm_faults: [{ mode: 'stream_cut', after_fraction: 1 }] })
    world.upstream.script({ text: WORDS, chunking: { textChars: 8 } })
    await expect(client.ask(world.baseUrl, stream)).rejects.toThrow()
    expect(world.run.ledger).toHaveLength(1)
  })

  test('a frame of noise is an error and never an answer', async () => {
    await using world = await startChaosWorld({ llm_faults: [{ mode: 'garbage', as: 'frame' }] })
    world.upstream.script({ text: WORDS, chunking: { textChars: 8 } })
    await expect(client.ask(world.baseUrl, stream)).rejects.toThrow()
  })

  test('half a tool call ends with the reason of a reached limit', async () => {
    await using world = await startChaosWorld({
      llm_faults: [{ mode: 'partial_tool_call', after_fraction: 0.5 }],
    })
    world.upstream.script({ text: 'Let me look.', toolCalls: [CALL] })
    const heard = await client.ask(world.baseUrl, stream)
    expect(heard.text).toBe('Let me look.')
    expect(heard.stop).toBe(client.lengthStop)
    expect(heard.calls[0]?.args).not.toBe(JSON.stringify(CALL.args))
  })

  test('half a tool call of a reply without calls has not fired', async () => {
    await using world = await startChaosWorld({ llm_faults: [{ mode: 'partial_tool_call' }] })
    world.upstream.script({ text: WORDS })
    expect((await client.ask(world.baseUrl, stream)).text).toBe(WORDS)
    expect(unfired(world.run).map(({ id }) => id)).toEqual(['llm.partial_tool_call'])
    expect((await world.records()).filter(({ event }) => event.kind === 'fault')).toEqual([])
  })

  test('a slow reply is the same reply, piece by piece', async () => {
    await using world = await startChaosWorld({ llm_faults: [{ mode: 'slow_stream', delay_ms: 9 }] })
    world.upstream.script({ text: WORDS, chunking: { textChars: 8 } })
    expect((await client.ask(world.baseUrl, stream)).text).toBe(WORDS)
    expect(world.waits.length).toBeGreaterThanOrEqual(stream ? 3 : 1)
    expect(new Set(world.waits)).toEqual(new Set([9]))
  })
})

test('what the provider itself refuses is left as it is, and no edit is booked', async () => {
  await using world = await startChaosWorld({ llm_faults: [{ mode: 'empty' }] })
  world.upstream.script((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end('{"error":{"message":"no such model"}}')
  })
  const failure = await CLIENTS[0]!.ask(world.baseUrl, false).catch((error: unknown) => error)
  expect(failure).toMatchObject({ status: 400 })
  expect(world.run.ledger).toEqual([])
})

test('an invocation that nobody knows is refused and does not pass unharmed', async () => {
  await using world = await startChaosWorld({})
  const answer = await fetch(`${world.proxy.url}/~/t2/openai/v1/chat/completions`, {
    method: 'POST',
    body: '{}',
  })
  expect(answer.status).toBe(404)
  expect(world.upstream.requests).toEqual([])
})

test('the invocation is the session', async () => {
  await using world = await startChaosWorld({})
  await CLIENTS[0]!.ask(world.baseUrl, false)
  const [record] = await world.records()
  expect(record?.event.sessionId.split('/').at(-1)).toBe('t1')
})

test('requests outside an invocation meet no chaos', async () => {
  await using world = await startChaosWorld({ llm_faults: [{ mode: 'server_error' }] })
  world.upstream.script({ text: WORDS })
  expect((await CLIENTS[0]!.ask(world.proxy.url, false)).text).toBe(WORDS)
})

test('under enforcement a half call is withheld, as it would be in production', async () => {
  await using world = await startChaosWorld(
    { llm_faults: [{ mode: 'partial_tool_call', after_fraction: 0.5 }] },
    { mode: 'enforce' },
  )
  world.upstream.script({ toolCalls: [CALL] })
  const heard = await CLIENTS[0]!.ask(world.baseUrl, false)
  expect(heard.calls).toEqual([])
  expect(heard.text).toContain('its arguments are not a JSON object')
})

test('the next attempt counts as another call', async () => {
  await using world = await startChaosWorld({
    llm_faults: [{ mode: 'rate_limit', times: 1, retry_after: 0 }],
  })
  world.upstream.script({ text: WORDS })
  const [client] = CLIENTS
  await expect(client!.ask(world.baseUrl, false)).rejects.toMatchObject({ status: 429 })
  expect((await client!.ask(world.baseUrl, false)).text).toBe(WORDS)
})

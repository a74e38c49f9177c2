import { expect, test } from 'vitest'
import { startProxy } from '../../src/proxy/index.ts'
import { rawRequest, type RawReply } from './raw-client.ts'
import { startUpstream } from './scripted-upstream.ts'
import { contractText, loaderOf, NO_RM, startWorld } from './world.ts'

interface Asked {
  readonly session?: string
  readonly key?: string
  readonly prefix?: string
  readonly text?: string
  readonly body?: object
}

function ask(
  url: string,
  { session, key = 'k', prefix = '', text = 'Hi', body }: Asked = {},
): Promise<RawReply> {
  return rawRequest(`${url}${prefix}/anthropic/v1/messages`, {
    headers: [
      'Content-Type',
      'application/json',
      'X-Api-Key',
      key,
      ...(session === undefined ? [] : ['X-Holdfast-Session', session]),
    ],
    body: JSON.stringify({
      model: 'claude-sonnet-5',
      max_tokens: 10,
      messages: [{ role: 'user', content: text }],
      ...body,
    }),
  })
}

const ceiling = (usd: number) => `
- cost_ceiling:
    id: budget
    max_usd_per_session: ${usd}
    action_on_breach: deny
- repetition_guard:
    id: no-loops
    window_size: 5
    max_repeats: 3
`

/** A cent each: 5000 input tokens at 2 $ a million. */
const CENT = { usage: { input: 5000, output: 0 } }

test(
  'fifty clients, two contracts and two hundred sessions do not see each other',
  { timeout: 120_000 },
  async () => {
    const upstream = await startUpstream()
    // every session hears different words, so that any mixing would show as repetition or as missing money
    const said = new Map<string, number>()
    upstream.answer(({ body }) => {
      const text = JSON.stringify(body['messages'])
      said.set(text, (said.get(text) ?? 0) + 1)
      return { text: `${text} for the time ${said.get(text)}`, ...CENT }
    })
    const proxy = await startProxy({
      contracts: [
        {
          selector: { kind: 'prefix', prefix: '/strict' },
          load: loaderOf(contractText(ceiling(0.025)).replace('test-contract', 'strict')),
        },
        {
          selector: { kind: 'prefix', prefix: '/loose' },
          load: loaderOf(contractText(ceiling(0.045)).replace('test-contract', 'loose')),
        },
      ],
      port: 0,
      upstreams: { anthropic: upstream.url },
      watch: false,
    })
    const jobs = Array.from({ length: 200 }, (_, index) => ({
      session: `s${index % 100}`,
      key: `key-${index % 7}`,
      prefix: index < 100 ? '/strict' : '/loose',
      statuses: [] as number[],
    }))
    const queue = [...jobs]
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (let job = queue.pop(); job !== undefined; job = queue.pop())
          for (let turn = 0; turn < 7; turn += 1)
            job.statuses.push(
              (await ask(proxy.url, { ...job, text: `${job.prefix} ${job.session} ${turn}` })).status,
            )
      }),
    )
    for (const { prefix, statuses } of jobs)
      expect(statuses, prefix).toEqual(
        prefix === '/strict' ? [200, 200, 200, 403, 403, 403, 403] : [200, 200, 200, 200, 200, 403, 403],
      )
    const { contracts } = proxy.overview()
    expect(contracts.map(({ sessions }) => sessions)).toEqual([100, 100])
    await proxy.close(0)
    await upstream.close()
  },
)

test('parallel calls overshoot a ceiling by no more than the calls in flight', async () => {
  await using world = await startWorld(ceiling(0.035))
  let underWay = 0
  let most = 0
  world.upstream.answer(() => (_request, response) => {
    underWay += 1
    most = Math.max(most, underWay)
    setTimeout(() => {
      underWay -= 1
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          type: 'message',
          content: [{ type: 'text', text: `word ${Math.random()}` }],
          model: 'claude-sonnet-5',
          usage: { input_tokens: 5000, output_tokens: 0 },
        }),
      )
    }, 30)
  })
  for (let wave = 0; wave < 4; wave += 1)
    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        ask(world.proxy.url, { session: 'one', text: `${wave} ${index}` }),
      ),
    )
  const cost = (await world.records()).reduce(
    (sum, { event }) => sum + (event.kind === 'model-response' ? (event.costUsd ?? 0) : 0),
    0,
  )
  expect(most).toBeGreaterThan(1)
  expect(cost).toBeLessThanOrEqual(0.035 + most * 0.01 + 1e-9)
  const { status } = await ask(world.proxy.url, { session: 'one', text: 'more' })
  expect(status).toBe(403)
  const kinds = (await world.records()).map(({ event, effect }) => `${event.kind} ${effect.kind}`)
  const sent = kinds.filter((kind) => kind === 'model-request pass').length
  expect(kinds.filter((kind) => kind === 'model-response pass')).toHaveLength(sent)
})

test('the same session name under another key is another session', async () => {
  await using world = await startWorld(ceiling(0.015))
  world.upstream.answer((_request, index) => ({ text: `words ${index}`, ...CENT }))
  const statuses = []
  for (const key of ['anna', 'anna', 'anna', 'bert'])
    statuses.push((await ask(world.proxy.url, { session: 's', key, text: `${Math.random()}` })).status)
  expect(statuses).toEqual([200, 200, 403, 200])
})

test('a session is named by header, metadata or the beginning of its conversation', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.answer((_request, index) => ({ text: `words ${index}` }))
  await ask(world.proxy.url, { session: '../../etc/passwd' })
  await ask(world.proxy.url, { body: { metadata: { user_id: 'user_1_account__session_abc' } } })
  await ask(world.proxy.url, { body: { metadata: { user_id: 'anna' } } })
  await ask(world.proxy.url, { text: 'First words' })
  const continued = [
    { role: 'user', content: 'First words' },
    { role: 'assistant', content: 'Yes?' },
    { role: 'user', content: 'More words' },
  ]
  await ask(world.proxy.url, { body: { messages: continued } })
  const ids = new Set((await world.records()).map(({ event }) => event.sessionId))
  expect(ids.size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^test-contract\/[0-9a-f]{12}\/[\w.:@+-]+$/u)
})

test('a conversation that began elsewhere is told once and never judged', async () => {
  await using world = await startWorld(NO_RM)
  const messages = [
    { role: 'user', content: 'Clean up' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Yes.' },
        { type: 'tool_use', id: 't1', name: 'delete_all', input: {} },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'done' }] },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'Thanks' },
  ]
  for (const round of [1, 2]) {
    const { status } = await ask(world.proxy.url, { body: { messages } })
    expect(status, `round ${round}`).toBe(200)
  }
  const folded = (await world.records()).filter((record) => record.folded === true)
  expect(folded.map(({ event }) => event.kind)).toEqual([
    'turn-start',
    'model-response',
    'tool-call',
    'tool-result',
    'model-response',
  ])
  expect(folded.every(({ decision }) => decision.verdict === 'allow')).toBe(true)
})

test('a question asked again because its answer was lost is the same turn', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script((_request, response) => void response.destroy(), { text: 'Here I am.' })
  expect((await ask(world.proxy.url)).status).toBe(502)
  expect((await ask(world.proxy.url)).status).toBe(200)
  const kinds = (await world.records()).map(({ event }) => event.kind)
  expect(kinds.filter((kind) => kind === 'turn-start')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'model-response')).toHaveLength(2)
})

test('a contract for one key leaves the others alone', async () => {
  const upstream = await startUpstream()
  upstream.script({ toolCalls: [{ id: 'c', tool: 'delete_all', args: {} }] })
  const { createHash } = await import('node:crypto')
  const proxy = await startProxy({
    contracts: [
      {
        selector: { kind: 'default' },
        load: loaderOf(contractText('\n- tool_blocklist: {id: x, tools: [nothing]}\n')),
      },
      {
        selector: { kind: 'key', sha256: createHash('sha256').update('special').digest('hex') },
        load: loaderOf(contractText(NO_RM)),
      },
    ],
    port: 0,
    upstreams: { anthropic: upstream.url },
    watch: false,
  })
  expect((await ask(proxy.url, { key: 'special' })).body.toString()).toContain('blocked by contract')
  expect((await ask(proxy.url, { key: 'other' })).body.toString()).toContain('delete_all')
  // whichever of them the provider looks at, the contract of the special one holds
  for (const [query, ...headers] of [
    ['', 'Authorization', 'Bearer other', 'X-Api-Key', 'special'],
    ['', 'X-Api-Key', 'other', 'X-Api-Key', 'special'],
    ['?key=spec%69al'],
    ['?key=other&k%65y=special'],
  ] as const) {
    const reply = await rawRequest(`${proxy.url}/anthropic/v1/messages${query}`, {
      headers: ['Content-Type', 'application/json', ...headers],
      body: JSON.stringify({ model: 'c', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }),
    })
    expect(reply.body.toString(), `${query} ${headers.join(' ')}`).toContain('blocked by contract')
  }
  await proxy.close(0)
  await upstream.close()
})

test('questions asked side by side in one session are one turn, which ends with the last answer', async () => {
  await using world = await startWorld(NO_RM)
  const waiting: (() => void)[] = []
  world.upstream.answer((seen, index) => (_request, response) => {
    const reply = {
      type: 'message',
      content: [{ type: 'text', text: `answer ${index}` }],
      model: seen.body['model']!,
    }
    waiting.push(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(reply))
    })
  })
  const pending = [1, 2, 3].map((index) => ask(world.proxy.url, { session: 's', text: `side ${index}` }))
  while (waiting.length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
  for (const answer of waiting) answer()
  await Promise.all(pending)
  const kinds = (await world.records()).map(({ event }) => event.kind)
  expect(kinds.filter((kind) => kind === 'turn-start')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'turn-end')).toHaveLength(1)
  expect(kinds.at(-1)).toBe('turn-end')
})

test('a reply that only pauses does not end the turn', async () => {
  await using world = await startWorld(NO_RM)
  const hosted = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} }
  world.upstream.script((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        type: 'message',
        model: 'claude-sonnet-5',
        content: [hosted],
        stop_reason: 'pause_turn',
      }),
    )
  })
  await ask(world.proxy.url, { session: 's' })
  world.upstream.script({ text: 'Found it.' })
  await ask(world.proxy.url, {
    session: 's',
    body: {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [hosted] },
      ],
    },
  })
  const kinds = (await world.records()).map(({ event }) => event.kind)
  expect(kinds.filter((kind) => kind === 'turn-start')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'turn-end')).toHaveLength(1)
})

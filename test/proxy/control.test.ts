import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compileContract, loadContract } from '../../src/contract/index.ts'
import { RELEASE_MARK as ENGINE_MARK } from '../../src/engine/index.ts'
import { RELEASE_MARK } from '../../src/proxy/admin.ts'
import { startProxy, type ProxyOptions } from '../../src/proxy/index.ts'
import { rawRequest, type RawReply } from './raw-client.ts'
import { contractText, loaderOf, NO_RM, startWorld, type World } from './world.ts'

function ask(
  { proxy }: Pick<World, 'proxy'>,
  text = 'Hi',
  body: object = {},
  headers: readonly string[] = [],
): Promise<RawReply> {
  return rawRequest(`${proxy.url}/anthropic/v1/messages`, {
    headers: [
      'Content-Type',
      'application/json',
      'X-Api-Key',
      'sk-secret-key',
      'X-Holdfast-Session',
      's',
      ...headers,
    ],
    body: JSON.stringify({
      model: 'claude-sonnet-5',
      max_tokens: 10,
      messages: [{ role: 'user', content: text }],
      ...body,
    }),
  })
}

const admin = ({ proxy }: Pick<World, 'proxy'>, path: string, token = 'a-token'): Promise<RawReply> =>
  rawRequest(`${proxy.url}${path}`, { headers: ['Authorization', `Bearer ${token}`], body: '' })

const said = ({ body }: RawReply): string => body.toString()

test('a request over its budget is refused before anything is sent', async () => {
  await using world = await startWorld(
    '\n- context_budget: {id: room, max_tokens_per_turn: 50, action_on_breach: deny}\n',
  )
  const reply = await ask(world, 'word '.repeat(500))
  expect(reply.status).toBe(403)
  expect(reply.headers['x-should-retry']).toBe('false')
  expect(reply.headers['x-holdfast-clause']).toBe('room')
  expect(JSON.parse(said(reply))).toMatchObject({
    type: 'error',
    error: { details: { error_code: 'holdfast_blocked' } },
  })
  expect(world.upstream.requests).toHaveLength(0)
  expect((await ask(world, 'short')).status).toBe(200)
})

test('a request over its budget is compressed when the contract says so', async () => {
  await using world = await startWorld(
    '\n- context_budget: {id: room, max_tokens_per_turn: 200, action_on_breach: compress}\n',
  )
  const messages = [
    { role: 'user', content: 'Old question' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'word '.repeat(2000) }] },
    { role: 'assistant', content: 'Old answer' },
    { role: 'user', content: 'New question' },
  ]
  expect((await ask(world, '', { messages })).status).toBe(200)
  const sent = world.upstream.requests[0]!.bytes.toString()
  expect(sent.length).toBeLessThan(2000)
  expect(sent).toContain('New question')
})

const RECOVERY = `
recovery:
  on_hard_violation: raise
  on_soft_violation: log_and_continue
  strategies:
    - {name: be-nice, type: inject_correction, actions: ["Please be polite."]}
    - {name: fewer, type: reduce_autonomy, actions: ["read"]}
    - {name: ask-a-person, type: pause_and_escalate, actions: []}
`

const soft = (strategy: string) => `
  soft:
    - name: tone
      description: "Polite."
      category: tone
      check: {field: tone, equals: nice}
      recovery: ${strategy}
      recovery_window: 3
`

const withSoft = (strategy: string) => ({
  contracts: [
    {
      selector: { kind: 'default' as const },
      load: loaderOf(contractText(NO_RM, `${soft(strategy)}${RECOVERY}`)),
    },
  ],
})

test('guidance of a recovery goes into the next request, once', async () => {
  await using world = await startWorld(NO_RM, withSoft('be-nice'))
  await ask(world, 'one')
  await ask(world, 'two')
  await ask(world, 'three')
  const systems = world.upstream.requests.map(({ body }) => body['system'])
  expect(systems).toEqual([undefined, 'Please be polite.', undefined])
})

test('a recovery narrows the tools that are offered', async () => {
  await using world = await startWorld(NO_RM, withSoft('fewer'))
  const tools = ['read', 'write'].map((name) => ({ name, input_schema: { type: 'object' } }))
  await ask(world, 'one', { tools })
  await ask(world, 'two', { tools })
  const offered = world.upstream.requests.map(({ body }) =>
    (body['tools'] as { name: string }[]).map(({ name }) => name),
  )
  expect(offered).toEqual([['read', 'write'], ['read']])
})

test('state that an agent declares keeps a promise about it', async () => {
  await using world = await startWorld(NO_RM, withSoft('be-nice'))
  await ask(world, 'one', {}, ['X-Holdfast-State', '{"tone": "nice"}'])
  await ask(world, 'two', {}, ['X-Holdfast-State', '{"tone": "nice"}'])
  expect(world.upstream.requests.map(({ body }) => body['system'])).toEqual([undefined, undefined])
  expect(world.upstream.requests[0]!.headers).not.toHaveProperty('x-holdfast-state')
})

test('a paused session says that a person must release it, and goes on once released', async () => {
  await using world = await startWorld(NO_RM, { ...withSoft('ask-a-person'), token: 'a-token' })
  expect((await ask(world, 'one')).status).toBe(200)
  const paused = await ask(world, 'two')
  expect(paused.status).toBe(403)
  expect(said(paused)).toContain('needs a person to release the session')
  expect(world.upstream.requests).toHaveLength(1)
  const id = encodeURIComponent(paused.headers['x-holdfast-session'] as string)
  expect((await admin(world, `/admin/sessions/${id}/release`, 'wrong')).status).toBe(401)
  expect((await ask(world, 'three')).status).toBe(403)
  expect((await admin(world, `/admin/sessions/${id}/release`)).status).toBe(200)
  expect((await ask(world, 'four')).status).toBe(200)
  expect((await admin(world, '/admin/sessions/test-contract%2Fnobody%2Fx/release')).status).toBe(404)
  expect((await admin(world, '/admin/sessions/%zz/release')).status).toBe(404)
})

test('the mark that releases is the one the engine knows', () => {
  expect(RELEASE_MARK).toBe(ENGINE_MARK)
})

test('a reset takes a session back to the beginning and keeps its records', async () => {
  await using world = await startWorld(
    '\n- cost_ceiling: {id: budget, max_usd_per_session: 0.005, action_on_breach: deny}\n',
    { token: 'a-token' },
  )
  world.upstream.script({ text: 'x', usage: { input: 5000, output: 0 } })
  expect((await ask(world, 'one')).status).toBe(200)
  const refused = await ask(world, 'two')
  expect(refused.status).toBe(403)
  const before = (await world.records()).length
  const id = encodeURIComponent(refused.headers['x-holdfast-session'] as string)
  expect((await admin(world, `/admin/sessions/${id}/reset`)).status).toBe(200)
  expect((await ask(world, 'three')).status).toBe(200)
  expect((await world.records()).length).toBeGreaterThan(before)
})

test('administration is shut without a token', async () => {
  await using world = await startWorld(NO_RM)
  const reply = await admin(world, '/admin/reload')
  expect(reply.status).toBe(403)
})

test('shadow decides and records, and changes nothing', async () => {
  await using world = await startWorld(
    `${NO_RM}
- pii_filter: {id: pii, patterns: [email], action: redact}
- context_budget: {id: room, max_tokens_per_turn: 5, action_on_breach: deny}
`,
    { mode: 'shadow' },
  )
  for (const stream of [false, true]) {
    world.upstream.script({
      text: 'anna@example.com',
      toolCalls: [{ id: 'c1', tool: 'delete_all', args: {} }],
    })
    const reply = await ask(world, 'word '.repeat(50), { stream })
    expect(reply.status).toBe(200)
    expect(said(reply)).toContain('delete_all')
    expect(said(reply)).toContain('anna@example.com')
  }
  const records = await world.records()
  expect(records.every(({ effect, mode }) => effect.kind === 'pass' && mode === 'shadow')).toBe(true)
  const denied = records.filter(({ decision }) => decision.verdict === 'deny').map(({ event }) => event.kind)
  expect(denied).toEqual(['model-request', 'tool-call', 'model-request', 'tool-call'])
})

test('shadow passes every byte of a stream that it cannot read itself', async () => {
  await using world = await startWorld(NO_RM, { mode: 'shadow' })
  const pieces = [Buffer.from('data: {"no": "gzip at all"}\n\n'), Buffer.from('data: [DONE]\n\n')]
  world.upstream.answer(() => (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
    response.write(pieces[0])
    setTimeout(() => response.end(pieces[1]), 50)
  })
  const reply = await rawRequest(`${world.proxy.url}/openai/v1/chat/completions`, {
    headers: ['Content-Type', 'application/json'],
    body: JSON.stringify({ model: 'gpt-5.5', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
  })
  expect(reply.body.toString()).toBe(Buffer.concat(pieces).toString())
  expect((await world.records()).filter(({ event }) => event.kind === 'model-response')).toHaveLength(1)
})

test('no other address than loopback without a token, and with one every request shows it', async () => {
  const options: ProxyOptions = {
    contracts: [{ selector: { kind: 'default' }, load: loaderOf(contractText(NO_RM)) }],
    host: '0.0.0.0',
    port: 0,
    watch: false,
  }
  await expect(startProxy(options)).rejects.toThrow('a token is needed')
  await using world = await startWorld(NO_RM, { host: '0.0.0.0', token: 'a-token' })
  const url = `http://127.0.0.1:${world.proxy.port}`
  const post = (headers: readonly string[]) =>
    rawRequest(`${url}/anthropic/v1/messages`, {
      headers,
      body: '{"model":"x","messages":[{"role":"user","content":"hi"}]}',
    })
  expect((await post([])).status).toBe(401)
  expect((await post(['X-Holdfast-Token', 'wrong'])).status).toBe(401)
  expect((await post(['Authorization', 'Bearer a-token'])).status).toBe(401)
  expect(world.upstream.requests).toHaveLength(0)
  expect((await post(['X-Holdfast-Token', 'a-token', 'Authorization', 'Bearer sk'])).status).toBe(200)
  const { headers } = world.upstream.requests[0]!
  expect(headers.authorization).toBe('Bearer sk')
  expect(headers).not.toHaveProperty('x-holdfast-token')
  expect((await rawRequest(`${url}/status`, { method: 'GET' })).status).toBe(401)
  expect((await rawRequest(`${url}/health`, { method: 'GET' })).status).toBe(200)
})

test('a page in a browser under another name learns nothing', async () => {
  await using world = await startWorld(NO_RM)
  const { request } = await import('node:http')
  const status = await new Promise((resolve) => {
    request(`${world.proxy.url}/status`, { headers: { host: 'evil.example:80' } }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    }).end()
  })
  expect(status).toBe(403)
})

test('an upstream that is the gateway itself is refused', async () => {
  await using world = await startWorld(NO_RM)
  const { port } = world.proxy
  await world.proxy.close(0)
  const contracts = [{ selector: { kind: 'default' as const }, load: loaderOf(contractText(NO_RM)) }]
  await expect(
    startProxy({
      contracts,
      port,
      watch: false,
      upstreams: { openai: `http://localhost:${port}/openai/v1` },
    }),
  ).rejects.toThrow('this gateway itself')
  // the client's own variable is not taken when it points here
  const proxy = await startProxy({
    contracts,
    port,
    watch: false,
    env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/openai/v1` },
  })
  expect(proxy.overview().contracts[0]?.upstreams['openai']).toEqual({
    url: 'https://api.openai.com',
    chosenBy: 'default',
  })
  await proxy.close(0)
})

test('a changed contract is taken up with the state of its sessions, and a broken one is refused loudly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'contract.yaml')
  const ceiling = (more: string) =>
    contractText(
      `\n- cost_ceiling: {id: budget, max_usd_per_session: 0.015, action_on_breach: deny}\n${more}`,
    )
  writeFileSync(file, ceiling(''))
  const load = () => {
    const { contract, problems } = loadContract(file, readFileSync(file, 'utf8'))
    if (contract === undefined) throw new Error(problems[0]?.message)
    return compileContract(contract)
  }
  await using world = await startWorld('', {
    contracts: [{ selector: { kind: 'default' }, load }],
    watch: true,
    token: 'a-token',
  })
  world.upstream.answer((_request, index) => ({
    toolCalls: [{ id: `c${index}`, tool: 'delete_all', args: { index } }],
    usage: { input: 5000, output: 0 },
  }))
  expect(said(await ask(world, 'one'))).toContain('delete_all')
  writeFileSync(file, ceiling(NO_RM))
  await until(() => world.logs.some(({ code }) => code === 'contract-reloaded'))
  expect(said(await ask(world, 'two'))).toContain('blocked by contract')
  // the money spent before counts on
  expect((await ask(world, 'three')).status).toBe(403)
  writeFileSync(file, 'invariants: {process: [{no_such_operator: {}}]}')
  await until(() => world.logs.some(({ code }) => code === 'contract-refused'))
  expect((await ask(world, 'four')).status).toBe(403)
  const reload = await admin(world, '/admin/reload')
  expect(reload.status).toBe(422)
  expect(JSON.parse(said(reload))).toMatchObject({
    results: [{ outcome: 'refused', contract: 'test-contract' }],
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('what cannot be judged passes while the gateway is open, and not a moment longer', async () => {
  let now = 1_000_000
  await using world = await startWorld(NO_RM, { failOpenForMs: 60_000, nowMs: () => now })
  const broken = () => rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body: 'not json' })
  expect((await broken()).status).toBe(200)
  expect(world.logs.map(({ code }) => code)).toEqual(['fail-open', 'overlooked'])
  world.upstream.script({ toolCalls: [{ id: 'c', tool: 'delete_all', args: {} }] })
  expect(said(await ask(world))).toContain('blocked by contract')
  now += 60_001
  expect((await broken()).status).toBe(400)
  expect(world.logs.map(({ code }) => code)).toContain('fail-closed')
})

test('no number stands twice on the page of metrics, also when two routes share a contract', async () => {
  const load = loaderOf(contractText(NO_RM))
  await using world = await startWorld('', {
    contracts: [
      { selector: { kind: 'default' }, load },
      { selector: { kind: 'prefix', prefix: '/team-a' }, load },
    ],
  })
  const lines = said(await rawRequest(`${world.proxy.url}/metrics`, { method: 'GET' })).split('\n')
  const series = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/ (?=\S+$)/u)[0])
  expect(series.length).toBeGreaterThan(20)
  expect(series).toEqual([...new Set(series)])
})

test('status and metrics tell the numbers and no secret', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ text: 'private words', usage: { input: 1000, output: 0 } })
  await ask(world, 'my private question')
  const status = said(await rawRequest(`${world.proxy.url}/status`, { method: 'GET' }))
  const metrics = said(await rawRequest(`${world.proxy.url}/metrics`, { method: 'GET' }))
  expect(JSON.parse(status)).toMatchObject({
    contracts: [{ name: 'test-contract', mode: 'enforce' }],
    sessions: [{ turns: 1, costUsd: 0.002 }],
  })
  expect(metrics).toMatch(/^holdfast_events_total\{kind="model-response"\} 1$/mu)
  expect(metrics).toMatch(/^holdfast_cost_usd_total 0\.002$/mu)
  for (const page of [status, metrics]) {
    expect(page).not.toContain('sk-secret-key')
    expect(page).not.toContain('private')
  }
  for (const record of await world.records()) expect(JSON.stringify(record)).not.toContain('sk-secret-key')
})

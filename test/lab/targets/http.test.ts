import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { assignPlanes, readChaos } from '../../../src/chaos/index.ts'
import { openTarget } from '../../../src/lab/targets/index.ts'
import type { Target } from '../../../src/lab/target.ts'
import type { JsonObject } from '../../../src/model/index.ts'
import type { RequestVariation } from '../../../src/mutations/index.ts'
import { agentOf, questionOf } from '../agents/questions.ts'

const FOLDER = resolve(import.meta.dirname, '../agents/odd')
let target: Target | undefined
let server: Server | undefined

afterEach(async () => {
  await target?.close()
  server?.closeAllConnections()
  server?.close()
  target = server = undefined
})

async function serve(listener: RequestListener, port = 0): Promise<string> {
  server = createServer(listener)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`
}

async function open(section: Readonly<Record<string, unknown>>, lanes = 1): Promise<Target> {
  return (target = await openTarget(agentOf(section), { folder: FOLDER, env: process.env, lanes }))
}

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** An agent that tells what it got. */
async function mirror(seen: Seen[]): Promise<string> {
  return serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request
      seen.push({ method, url, headers: rawHeaders, body: Buffer.concat(chunks) })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ output: `answer ${seen.length}` }))
    })
  })
}

test('connections are kept open between questions', async () => {
  const agent = await open({ endpoint: await mirror([]) })
  let connections = 0
  server!.on('connection', () => (connections += 1))
  for (let turn = 0; turn < 12; turn++) await agent.ask(questionOf('hi'))
  // a second one may open while the first is still being given back
  expect(connections).toBeLessThanOrEqual(2)
})

test('an agent that is not there is told as unreachable, after a bounded number of attempts', async () => {
  const endpoint = await serve(() => undefined)
  server!.close()
  const agent = await open({ endpoint, retries: 1 })
  expect(await agent.ask(questionOf('hi'))).toMatchObject({
    kind: 'failed',
    reason: 'unreachable',
    message: `no agent at ${endpoint}: connect ECONNREFUSED`,
  })
})

test('a request that could not be delivered is sent again', async () => {
  const endpoint = await serve(() => undefined)
  const { port } = server!.address() as AddressInfo
  server!.close()
  await once(server!, 'close')
  const agent = await open({ endpoint, retries: 3 })
  const asked = agent.ask(questionOf('hi'))
  setTimeout(() => void serve((_request, response) => response.end('there now'), port), 150)
  expect(await asked).toMatchObject({ output: 'there now' })
})

test('a request that was delivered is never sent again', async () => {
  let requests = 0
  const endpoint = await serve((request) => {
    requests += 1
    request.socket.destroy()
  })
  const agent = await open({ endpoint, retries: 3 })
  expect(await agent.ask(questionOf('hi'))).toMatchObject({ reason: 'crashed' })
  expect(requests).toBe(1)
})

test('a body that never ends runs into the time-out', async () => {
  const endpoint = await serve((_request, response) => void response.write('{"output": "'))
  const agent = await open({ endpoint, timeout: 1000 })
  expect(await agent.ask(questionOf('hi'))).toMatchObject({
    reason: 'timeout',
    message: 'no answer within 1000 ms',
  })
})

test('an answer that came compressed is read', async () => {
  const endpoint = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync('{"output": "small"}'))
  })
  expect(await (await open({ endpoint })).ask(questionOf('hi'))).toMatchObject({ output: 'small' })
})

test.each([{ mock: './model.yaml' }, { upstream: { openai: 'http://x.test' } }])(
  'models of an agent that does not come through the gateway are refused: %j',
  async (section) => {
    await expect(open({ endpoint: 'http://127.0.0.1:9/ask', ...section })).rejects.toThrow(
      'has no effect on an agent that the lab does not start',
    )
  },
)

test('a reset that is refused is an error and no reset', async () => {
  const endpoint = await serve((_request, response) => {
    response.statusCode = 404
    response.end('no such route')
  })
  const agent = await open({ endpoint, reset_endpoint: endpoint.replace('ask', 'reset') })
  await expect(agent.reset!(0)).rejects.toThrow(/could not be reset by POST .*: HTTP 404 no such route/u)
})

test('an agent that runs already is a black box', async () => {
  // nobody can tell it another address of its tool any more
  const tools = { search: { url: 'http://search.test' } }
  const agent = await open({ endpoint: await mirror([]), tools })
  expect(agent.planes).toEqual({ tool: ['boundary'], llm: ['boundary'], context: ['boundary'] })
  const assigned = assignPlanes(
    readChaos({ llm_faults: [{ mode: 'truncated_response', max_tokens: 1 }] }),
    agent.planes,
  )
  if (assigned.kind === 'impossible') throw new Error(assigned.problems[0]!.message)
  const question = questionOf('hi', { plan: assigned.plan })
  expect(await agent.ask(question)).toMatchObject({ output: 'answer' })
  expect(question.chaos.ledger).toMatchObject([{ plane: 'boundary' }])
})

test('earlier turns stand in front of the prompt', async () => {
  const seen: Seen[] = []
  const agent = await open({ endpoint: await mirror(seen) })
  await agent.ask(
    questionOf('and now?', {
      earlier: [
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'yes' },
      ],
    }),
  )
  expect(JSON.parse(seen[0]!.body.toString())).toEqual({
    input: 'user: first\n\nassistant: yes\n\nuser: and now?',
  })
})

const vary = (variation: RequestVariation) => ({ variation: variation as JsonObject })

test.each<[string, RequestVariation, (seen: Seen) => unknown, unknown]>([
  ['another method', { method: 'PUT' }, ({ method }) => method, 'PUT'],
  [
    'a header twice',
    {
      headers: [
        { change: 'add', name: 'X-A', value: '1' },
        { change: 'add', name: 'X-A', value: '2' },
      ],
    },
    ({ headers }) => headers.filter((_, index) => headers[index - 1] === 'X-A'),
    ['1', '2'],
  ],
  [
    'no content type',
    { headers: [{ change: 'remove', name: 'content-type' }] },
    ({ headers }) => headers.map((name) => name.toLowerCase()).includes('content-type'),
    false,
  ],
  ['more query', { query: { add: [{ name: 'a', value: 'b c' }] } }, ({ url }) => url, '/ask?a=b+c'],
  ['a form', { body: { format: 'form' } }, ({ body }) => body.toString(), 'input=hi+%22there%22'],
  [
    'an XML body',
    { body: { format: 'xml' } },
    ({ body }) => body.toString().includes('<input>hi "there"</input>'),
    true,
  ],
  [
    'white space',
    { body: { whitespace: { bytes: 5, where: 'before' } } },
    ({ body }) => body.toString(),
    '     {"input":"hi \\"there\\""}',
  ],
  [
    'a large field',
    { body: { extraField: { name: 'pad', shape: 'text', bytes: 5000 } } },
    ({ body }) => (JSON.parse(body.toString()) as { pad: string }).pad.length,
    5000,
  ],
  [
    'compression',
    { body: { encoding: 'gzip' } },
    ({ body }) => gunzipSync(body).toString(),
    '{"input":"hi \\"there\\""}',
  ],
  ['no body', { body: { empty: true } }, ({ body }) => body.length, 0],
  [
    'chunks',
    { framing: { chunkBytes: [3, 1] } },
    ({ body }) => body.toString(),
    '{"input":"hi \\"there\\""}',
  ],
  [
    'a slow body',
    { timing: { beforeBodyMs: 20, pieces: { bytes: 7, pauseMs: 5 } } },
    ({ body }) => body.toString(),
    '{"input":"hi \\"there\\""}',
  ],
  [
    'headers in capitals',
    { framing: { headerCase: 'upper' } },
    ({ headers }) => headers.includes('CONTENT-TYPE'),
    true,
  ],
  [
    'a question before the body',
    { framing: { expectContinue: true } },
    ({ body }) => body.toString(),
    '{"input":"hi \\"there\\""}',
  ],
])('a request with %s arrives as meant', async (_name, variation, look, expected) => {
  const seen: Seen[] = []
  const agent = await open({ endpoint: await mirror(seen) })
  expect(await agent.ask(questionOf('hi "there"', vary(variation)))).toMatchObject({ output: 'answer 1' })
  expect(look(seen[0]!)).toEqual(expected)
})

test('copies are sent at once, and the one that fails counts', async () => {
  let requests = 0
  const endpoint = await serve((_request, response) => {
    requests += 1
    response.statusCode = requests === 3 ? 500 : 200
    response.end('done')
  })
  const agent = await open({ endpoint })
  const answer = await agent.ask(
    questionOf('hi', vary({ copies: { count: 4, apartMs: 0, connection: 'each' } })),
  )
  expect(requests).toBe(4)
  expect(answer).toMatchObject({ kind: 'failed', message: 'HTTP 500: done' })
})

test('an agent that the lab started and that died is started again', async () => {
  const agent = await open({
    endpoint: 'http://127.0.0.1:{port}/ask',
    command: ['node', 'server.mjs'],
    ready: { url: 'http://127.0.0.1:{port}/health' },
  })
  expect(await agent.ask(questionOf('exit'))).toMatchObject({ kind: 'failed', reason: 'crashed' })
  expect(await agent.ask(questionOf('hi'))).toMatchObject({ output: 'echo: hi' })
})

test('a started agent is told where its models and tools are', async () => {
  const agent = await open({
    endpoint: 'http://127.0.0.1:{port}/ask',
    command: 'node server.mjs',
    env: { OWN: 'value' },
    tools: { 'market-data': { url: 'http://tool.test/api' } },
  })
  const variable = async (name: string) =>
    ((await agent.ask(questionOf(`env ${name}`))) as { output: string }).output
  expect(await variable('OPENAI_BASE_URL')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/~\/lane-0\/openai\/v1$/u)
  expect(await variable('ANTHROPIC_BASE_URL')).toMatch(/\/~\/lane-0\/anthropic$/u)
  expect(await variable('GOOGLE_GEMINI_BASE_URL')).toMatch(/\/~\/lane-0\/gemini$/u)
  expect(await variable('MARKET_DATA_URL')).toMatch(/\/~\/lane-0\/market-data$/u)
  expect(await variable('OWN')).toBe('value')
  expect(await variable('HOLDFAST_LANE')).toBe('0')
})

test.each([
  [
    { command: ['node', '-e', 'console.error("no key"); process.exit(1)'] },
    /ended before it was ready \(exit 1\)[\s\S]*no key/u,
  ],
  [
    { command: ['node', '-e', 'setTimeout(() => {}, 9e5)'], ready: { timeout: 300 } },
    /was not ready within 300 ms: nobody listens/u,
  ],
  [
    { command: ['node', '-e', 'setTimeout(() => {}, 9e5)'], ready: { output: '/ready|up/', timeout: 300 } },
    /no line of its log has/u,
  ],
  [{ command: 'no-such-program --port {port}' }, /`no-such-program` cannot be started/u],
  [{ command: ['node', 'server.mjs'], ready: { output: '/(/' } }, /is no regex/u],
  [{ command: 'node "server.mjs' }, /never closed/u],
  [
    { command: ['node', 'server.mjs'], upstream: { opnai: 'http://x.test' } },
    /there is no provider `opnai`/u,
  ],
])('an agent that cannot be started is a clear error: %j', async (section, said) => {
  await expect(open({ endpoint: 'http://127.0.0.1:{port}/ask', ...section })).rejects.toThrow(said)
})

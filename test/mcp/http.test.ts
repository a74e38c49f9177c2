import { request as ask } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { connectTo, listen, startGuard, startServer, type Era } from './http-world.ts'
import { MODERN, textOf, until, world, type World } from './world.ts'

const ERAS: readonly (readonly [string, Era, object])[] = [
  ['in a session, answered in streams', 'legacy-stream', {}],
  ['in a session, answered in JSON', 'legacy-json', {}],
  ['without sessions', 'modern', MODERN],
]

describe.each(ERAS)('the official client over HTTP, %s', (_name, era, options) => {
  async function guarded(place: World) {
    const guard = await startGuard(place, await startServer(place, era))
    return { guard, ...(await connectTo(guard.url, options)) }
  }

  test('lists, calls, and gets errors, resources and prompts', async () => {
    const place = world()
    const { client } = await guarded(place)
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('echo')
    expect(names).not.toContain('delete_everything')
    expect(textOf(await client.callTool({ name: 'echo', arguments: { text: 'hello' } }))).toBe('hello')
    expect(textOf(await client.callTool({ name: 'fail' }))).toBe('it broke; write to [REDACTED_EMAIL]')
    await expect(client.callTool({ name: 'no_such_tool' })).rejects.toThrow(/no_such_tool/u)
    expect((await client.readResource({ uri: 'docs://readme' })).contents).toMatchObject([
      { text: 'hello from a resource' },
    ])
    expect((await client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } })).messages).toHaveLength(1)
  })

  test('a denied call never reaches the server, results are redacted, and memory spans calls', async () => {
    const place = world()
    const { client } = await guarded(place)
    const denied = await client.callTool({ name: 'delete_everything' })
    expect(denied).toMatchObject({ isError: true, _meta: { 'dev.holdfast/decision': 'deny' } })
    expect(textOf(await client.callTool({ name: 'contact' }))).toBe('write to [REDACTED_EMAIL] today')
    const again = () => client.callTool({ name: 'echo', arguments: { text: 'to a@example.com' } })
    expect(textOf(await again())).toBe('to [REDACTED_EMAIL]')
    await again()
    expect((await again()).isError).toBe(true)
    expect(place.arrived().map(([name]) => name)).toEqual(['contact', 'echo', 'echo'])
  })

  test.runIf(era !== 'legacy-json')(
    'progress comes while the call runs, and cancelling it stops it',
    async () => {
      const place = world()
      const { client } = await guarded(place)
      const abort = new AbortController()
      const seen: number[] = []
      const onprogress = ({ progress }: { progress: number }): void => {
        seen.push(progress)
        if (progress === 3) abort.abort('enough')
      }
      await expect(client.callTool({ name: 'slow' }, { signal: abort.signal, onprogress })).rejects.toThrow()
      expect(seen.slice(0, 3)).toEqual([1, 2, 3])
      await until(() => place.arrived().some(([name]) => name === 'slow aborted'))
    },
  )
})

test('a session that the client ends is closed in the records', async () => {
  const place = world()
  const guard = await startGuard(place, await startServer(place, 'legacy-stream'))
  const { client, transport } = await connectTo(guard.url)
  await client.callTool({ name: 'echo', arguments: { text: 'hi' } })
  await transport.terminateSession()
  await client.close()
  expect(await guard.stop()).toBe(0)
  expect(await kinds(place)).toEqual([
    'session-start',
    'turn-start',
    'tool-call',
    'tool-result',
    'turn-end',
    'session-end',
  ])
})

test('two sessions do not share memory', async () => {
  const place = world()
  const guard = await startGuard(place, await startServer(place, 'legacy-stream'))
  const first = await connectTo(guard.url)
  const second = await connectTo(guard.url)
  const again = ({ client }: typeof first) => client.callTool({ name: 'echo', arguments: { text: 'again' } })
  await again(first)
  await again(first)
  expect((await again(second)).isError).not.toBe(true)
  expect((await again(first)).isError).toBe(true)
})

describe('what comes over HTTP', () => {
  const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const call = (name: string, args: object = {}, id = 1) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })

  /** A guard in front of a server that keeps what it gets and answers with `answer`. */
  async function behind(
    answer: { status?: number; type?: string; body: string },
    options: readonly string[] = [],
    env = {},
  ) {
    const got: { readonly headers: object; readonly body: string; readonly url: string }[] = []
    const upstream = await listen((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      request.on('end', () => {
        got.push({ headers: request.headers, body, url: request.url! })
        response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json' })
        response.end(answer.body)
      })
    })
    const { url } = await startGuard(world(), upstream, options, env)
    const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body })
    return { url, got, post }
  }

  test('goes on as the very bytes that were sent, in both directions', async () => {
    const body = '{"jsonrpc":"2.0", "id":1, "result":{"n":12345678901234567890}}'
    const { got, post } = await behind({ body })
    const asked = '{ "jsonrpc":"2.0","id":1,"method":"x/y","params":{"n":1.0} }'
    const answer = await post(asked, { 'x-custom': 'kept', 'mcp-protocol-version': '2025-11-25' })
    expect(await answer.text()).toBe(body)
    expect(got).toMatchObject([
      { body: asked, headers: { 'x-custom': 'kept', 'mcp-protocol-version': '2025-11-25' } },
    ])
  })

  test('is turned away when it comes from another origin or under another name', async () => {
    const { url, got, post } = await behind({ body: '{}' })
    expect((await post(call('look'), { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(call('look'), { origin: 'null' })).status).toBe(403)
    expect(await statusUnder(url, 'evil.example')).toBe(403)
    expect(await statusUnder(url, '127.0.0.1.evil.example:80')).toBe(403)
    expect(
      (await fetch(url.replace('/mcp', '/other'), { method: 'POST', headers: HEADERS, body: call('look') }))
        .status,
    ).toBe(404)
    expect((await fetch(url, { method: 'PUT', body: '{}' })).status).toBe(404)
    expect(got).toEqual([])
  })

  test('needs the token when there is one', async () => {
    const { got, post } = await behind({ body: '{"jsonrpc":"2.0","id":1,"result":{}}' }, [], {
      HOLDFAST_TOKEN: 'secret-word',
    })
    expect((await post(call('look'))).status).toBe(401)
    expect((await post(call('look'), { 'x-holdfast-token': 'wrong' })).status).toBe(401)
    expect((await post(call('look'), { 'x-holdfast-token': 'secret-word' })).status).toBe(200)
    expect(got).toHaveLength(1)
    expect(got[0]!.headers).not.toHaveProperty('x-holdfast-token')
  })

  test('is refused when headers and body are not the same message', async () => {
    const { got, post } = await behind({ body: '{"jsonrpc":"2.0","id":1,"result":{}}' })
    const headers = { 'mcp-method': 'tools/call', 'mcp-name': 'look' }
    for (const wrong of [
      { ...headers, 'mcp-method': 'ping' },
      { ...headers, 'mcp-name': 'delete' },
    ]) {
      const answer = await post(call('look'), wrong)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { code: -32020 } })
    }
    expect((await post(call('look'), headers)).status).toBe(200)
    expect(
      (await post(call('löök', {}, 2), { ...headers, 'mcp-name': '=?base64?bMO2w7Zr?=' })).status,
    ).not.toBe(400)
    expect(got).toHaveLength(2)
  })

  test('is refused rather than changed when its arguments are repeated in headers', async () => {
    const { got, post } = await behind({ body: '{"jsonrpc":"2.0","id":1,"result":{}}' })
    const answer = await post(call('look', { to: 'a@example.com' }), { 'mcp-param-to': 'a@example.com' })
    expect(await answer.json()).toMatchObject({ result: { isError: true } })
    expect(got).toEqual([])
  })

  test('is answered with an error when it cannot be read', async () => {
    const { got, post } = await behind({ body: '{}' }, ['--max-message', '1000'])
    expect((await post('{oops')).status).toBe(400)
    expect((await post('[]')).status).toBe(400)
    expect((await post(call('look'), { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await post(call('look', { text: 'x'.repeat(5000) }))).status).toBe(413)
    expect(got).toEqual([])
  })

  test('is judged one by one in a batch, and answered together', async () => {
    const { got, post } = await behind({ body: '[{"jsonrpc":"2.0","id":1,"result":{"content":[]}}]' })
    const answer = await post(`[${call('look', {}, 1)},${call('delete_everything', {}, 2)}]`)
    expect(await answer.json()).toMatchObject([{ id: 1 }, { id: 2, result: { isError: true } }])
    expect(got.map(({ body }) => body)).toEqual([`[${call('look', {}, 1)}]`])
  })

  test.each([
    [
      'in a stream with other line ends',
      {
        type: 'text/event-stream',
        body: 'id: 7\r\rdata: {"jsonrpc":"2.0","id":1,\rdata: "result":{"content":["a@example.com"]}}\r\r',
      },
    ],
    [
      'in an answer to nothing',
      {
        type: 'text/event-stream',
        body: 'data: {"jsonrpc":"2.0","id":5,"result":{"content":["a@example.com"]}}\n\n',
      },
    ],
    ['in a failure', { status: 500, type: 'text/plain', body: 'ask a@example.com' }],
    [
      'in a failure with a message',
      { status: 400, body: '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a@example.com"}}' },
    ],
    ['in a type of its own', { type: 'text/html', body: 'a@example.com' }],
  ])('cannot bring a result %s', async (_what, answer) => {
    const { post } = await behind(answer)
    const text = await (await post(call('look'))).text()
    expect(text).not.toContain('@example.com')
  })
})

test('others than this machine need a token', async () => {
  const { run } = await import('../fake-io.ts')
  const { CONTRACT } = await import('./world.ts')
  const words = [
    'mcp',
    '--contract',
    'c.yaml',
    '--no-persist',
    '--upstream',
    'http://127.0.0.1:1/mcp',
    '--host',
    '0.0.0.0',
  ]
  expect(await run(words, { 'c.yaml': CONTRACT })).toMatchObject({ exit: 2, stdout: '' })
})

/** A name of its own, as a page whose name was pointed at this machine would send. */
function statusUnder(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    ask(url, { headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

async function kinds({ folder }: World): Promise<readonly string[]> {
  const store = await openStore(join(folder, 'records.db'))
  try {
    const result: string[] = []
    for await (const { sessionId } of store.sessions())
      for await (const { event } of store.read(sessionId)) result.push(event.kind)
    return result
  } finally {
    await store.close()
  }
}

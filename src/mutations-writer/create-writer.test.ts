import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createMutationWriter, type WriterProvider } from './create-writer.ts'

interface Seen {
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A provider on a real port that gives one answer for ever. */
async function provider(
  status: number,
  reply: unknown,
): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      seen.push({ path: request.url, headers: request.headers, body: JSON.parse(text) as Seen['body'] })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const CHAT_REPLY = { choices: [{ message: { role: 'assistant', content: 'rewritten' } }] }

test.each<[WriterProvider, unknown, string, string]>([
  ['openai', CHAT_REPLY, '/chat/completions', 'authorization'],
  ['openrouter', CHAT_REPLY, '/chat/completions', 'authorization'],
  ['ollama', CHAT_REPLY, '/v1/chat/completions', 'authorization'],
  ['anthropic', { content: [{ type: 'text', text: 'rewritten' }] }, '/v1/messages', 'x-api-key'],
  [
    'google',
    { candidates: [{ content: { parts: [{ text: 'hm', thought: true }, { text: 'rewritten' }] } }] },
    '/models/some-model:generateContent',
    'x-goog-api-key',
  ],
])('%s is asked in its own format', async (name, reply, path, keyHeader) => {
  const { url, seen } = await provider(200, reply)
  const writer = createMutationWriter({
    provider: name,
    name: 'some-model',
    apiKey: 'key-1',
    baseUrl: `${url}/`,
    temperature: 1.5,
  })
  expect(await writer('Shorten it.')).toBe('rewritten')
  expect(seen[0]).toMatchObject({ path, headers: { [keyHeader]: expect.stringContaining('key-1') } })
  expect(JSON.stringify(seen[0]!.body)).toContain('Shorten it.')
})

test('a provider that fails, or has nothing to say, is an error that does not hold the key', async () => {
  const failing = await provider(401, { error: 'key-1 is wrong' })
  const silent = await provider(200, { choices: [] })
  const options = { provider: 'openai', name: 'm', apiKey: 'key-1', temperature: 0 } as const
  await expect(createMutationWriter({ ...options, baseUrl: failing.url })('x')).rejects.toThrow(/^HTTP 401$/u)
  await expect(createMutationWriter({ ...options, baseUrl: silent.url })('x')).rejects.toThrow('no text')
})

test('a provider that needs a key is not asked without one', () => {
  expect(() => createMutationWriter({ provider: 'openai', name: 'm', temperature: 0 })).toThrow(
    'model.api_key',
  )
  expect(() => createMutationWriter({ provider: 'ollama', name: 'm', temperature: 0 })).not.toThrow()
})

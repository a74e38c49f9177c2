import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { wireFormats, type WireFormat } from '../wire/index.ts'
import {
  CASSETTE_FORMAT,
  createRecorder,
  createReplayer,
  recordingFetch,
  replayingFetch,
  type Replayer,
  type ReplayerOptions,
} from './cassette.ts'
import { piecesOfBody, type Exchange, type ExchangeRequest, type ExchangeResponse } from './exchange.ts'

// put together here, so that no scanner of repositories takes the test for a leak
const SECRET = ['sk', 'ant', 'api03', 'Zx8kQ2vLm4Wp9RtY6uBn3CsDf7GhJ1Ka'.repeat(3).slice(0, 93)].join('-')

/** Knows one secret and a key called `password`; the real scanner is tried in the tests of the command. */
const secrets = {
  redact: (text: string) => ({
    text: text
      .replaceAll(SECRET, '[REDACTED_API_KEY]')
      .replaceAll(/(?<=password: )(?!\[REDACTED)\S+/gu, '[REDACTED_API_KEY]'),
  }),
}

const NEVER = new AbortController().signal

function temporaryFile(name = 'run.jsonl'): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-cassette-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, name)
}

function ask(body: unknown, more: Partial<ExchangeRequest> = {}): ExchangeRequest {
  return {
    method: 'POST',
    path: '/openai/v1/chat/completions',
    headers: {},
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    ...more,
  }
}

const answers = (body: string, headers: Record<string, string> = {}): Exchange => {
  return async () => ({
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
  })
}

async function streamed(pieces: readonly Uint8Array[]): Promise<ExchangeResponse> {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: (async function* () {
      yield* pieces
    })(),
  }
}

async function textOf(response: ExchangeResponse): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOfBody(response)) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}

async function recorded(
  exchanges: readonly (readonly [ExchangeRequest, Exchange])[],
  path = temporaryFile(),
): Promise<string> {
  const recorder = await createRecorder(path, { secrets, nowMs: () => 0 })
  for (const [request, upstream] of exchanges)
    await textOf(await recorder.recording(upstream)(request, NEVER))
  await recorder.close()
  return path
}

async function replayer(path: string, options: Partial<ReplayerOptions> = {}): Promise<Replayer> {
  return createReplayer(path, { secrets, ...options })
}

test('an answer comes back byte for byte, pretty-printing and unknown bytes included', async () => {
  const pretty = '{\n  "a" : 1,  "é": "\\u00e9"\n}\n'
  const binary = Buffer.from([0, 255, 128, 10, 200])
  const path = await recorded([
    [ask({ n: 1 }), answers(pretty)],
    [ask({ n: 2 }), async () => ({ status: 201, headers: {}, body: binary })],
  ])
  const { exchange } = await replayer(path)
  const first = await exchange(ask({ n: 1 }), NEVER)
  expect(await textOf(first)).toBe(Buffer.from(pretty).toString('latin1'))
  const second = await exchange(ask({ n: 2 }), NEVER)
  expect([second.status, await textOf(second)]).toEqual([201, binary.toString('latin1')])
})

test.each(wireFormats.map((format) => [format.name, format] as const))(
  'a stream of %s comes back byte for byte, an event a frame',
  async (_name, format) => {
    const events = format.encodeStream(
      { id: 'r', model: 'm', text: 'Grüße aus 東京 🙂', toolCalls: [{ id: 'c', tool: 't', args: { a: 1 } }] },
      { textChars: 3, argsChars: 2 },
    )
    const bytes = Buffer.concat(events)
    // cut in the middle of events and of characters
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
      bytes.subarray(at * 7, at * 7 + 7),
    )
    const request = ask({ stream: true }, { path: pathOf(format) })
    const path = await recorded([[request, () => streamed(pieces)]])
    const [, line] = readFileSync(path, 'utf8').split('\n')
    const { frames } = (JSON.parse(line!) as { response: { frames: { text?: string }[] } }).response
    expect(frames.map(({ text }) => text)).toEqual(events.map((event) => Buffer.from(event).toString('utf8')))
    const { exchange } = await replayer(path)
    expect(await textOf(await exchange(request, NEVER))).toBe(bytes.toString('latin1'))
  },
)

function pathOf({ name }: WireFormat): string {
  return {
    'anthropic-messages': '/anthropic/v1/messages',
    gemini: '/gemini/v1beta/models/m:streamGenerateContent?alt=sse',
    'openai-chat': '/openai/v1/chat/completions',
    'openai-responses': '/openai/v1/responses',
    openrouter: '/openrouter/api/v1/chat/completions',
  }[name]!
}

test('a request is known again whatever its key order, its user and its keys', async () => {
  const path = await recorded([
    [
      ask(
        { model: 'm', user: 'ann', metadata: { run: 1 }, prompt: `my key is ${SECRET}` },
        { path: '/v1/x?key=one&alt=sse', headers: { authorization: 'Bearer one' } },
      ),
      answers('yes'),
    ],
  ])
  const { exchange } = await replayer(path)
  const again = ask(
    { prompt: `my key is ${SECRET}`, model: 'm', user: 'bob' },
    { path: '/v1/x?key=two&alt=sse' },
  )
  expect(await textOf(await exchange(again, NEVER))).toBe('yes')
})

test('equal requests get their answers in the order of the recording, and no more than were recorded', async () => {
  const path = await recorded([
    [ask({ a: 1 }), answers('first')],
    [ask({ a: 2 }), answers('other')],
    [ask({ a: 1 }), answers('second')],
  ])
  const strict = await replayer(path)
  expect(await textOf(await strict.exchange(ask({ a: 1 }), NEVER))).toBe('first')
  expect(await textOf(await strict.exchange(ask({ a: 1 }), NEVER))).toBe('second')
  const third = await strict.exchange(ask({ a: 1 }), NEVER)
  expect(third.status).toBe(404)
  expect(await textOf(third)).toContain('was recorded 2 times')
  expect(strict.unused().map(({ body }) => body)).toEqual([{ a: 2 }])
  const loop = await replayer(path, { whenUsedUp: 'start-again' })
  const all = ['first', 'second', 'first']
  for (const expected of all) expect(await textOf(await loop.exchange(ask({ a: 1 }), NEVER))).toBe(expected)
})

test('answers that ended in another order are replayed in the order of their requests', async () => {
  const path = temporaryFile()
  const recorder = await createRecorder(path, { secrets, nowMs: () => 0 })
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = recorder.recording(async () => {
    await held
    return { status: 200, headers: {}, body: Buffer.from('asked first') }
  })(ask({}), NEVER)
  await recorder.recording(answers('asked second'))(ask({}), NEVER)
  release()
  await slow
  await recorder.close()
  const { exchange } = await replayer(path)
  expect(await textOf(await exchange(ask({}), NEVER))).toBe('asked first')
  expect(await textOf(await exchange(ask({}), NEVER))).toBe('asked second')
})

test("a request that is not on the cassette is the provider's 404 and says what differs", async () => {
  const path = await recorded([[ask({ model: 'm', messages: ['a'] }), answers('yes')]])
  const { exchange } = await replayer(path)
  const missing = await exchange(ask({ model: 'm', messages: ['b'] }), NEVER)
  expect([missing.status, missing.headers['x-should-retry']]).toEqual([404, 'false'])
  const { error } = JSON.parse(await textOf(missing)) as { error: { code: string; message: string } }
  expect(error.code).toBe('not_on_cassette')
  expect(error.message).toMatch(/number 0, differs in: messages\.$/u)
  const elsewhere = await exchange(ask({}, { path: '/anthropic/v1/messages' }), NEVER)
  expect(JSON.parse(await textOf(elsewhere))).toMatchObject({
    type: 'error',
    error: { type: 'not_on_cassette' },
  })
})

test('nothing secret reaches the file: headers, query, bodies, packed or not', async () => {
  const key = { authorization: `Bearer ${SECRET}`, 'x-api-key': SECRET }
  const packed: Exchange = async () => ({
    status: 200,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ leaked: SECRET })),
  })
  const path = await recorded([
    [
      ask({ note: SECRET, deep: [{ password: 'hunter2' }] }, { headers: key, path: `/v1/a?key=${SECRET}` }),
      answers(JSON.stringify({ text: `it is ${SECRET}` }), {
        'set-cookie': 'session=abc',
        'openai-organization': 'acme',
        'x-request-id': 'r1',
        'x-echo': SECRET,
      }),
    ],
    [ask(`not json ${SECRET}`), answers(`plain ${SECRET}`)],
    [ask({ packed: true }), packed],
  ])
  const text = readFileSync(path, 'utf8')
  for (const leak of [SECRET, 'hunter2', 'session=abc', 'acme']) expect(text).not.toContain(leak)
  expect(text).not.toContain(
    gzipSync(JSON.stringify({ leaked: SECRET }))
      .toString('base64')
      .slice(30, 60),
  )
  expect(text).toContain('x-request-id')
  expect(statSync(path).mode & 0o077).toBe(0)
  const { exchange } = await replayer(path)
  const again = await exchange(ask({ packed: true }), NEVER)
  expect(again.headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(await textOf(again))).toEqual({ leaked: '[REDACTED_API_KEY]' })
})

test.each(wireFormats.map((format) => [format.name, format] as const))(
  'a secret spread over many events of %s is taken out of text and arguments',
  async (_name, format) => {
    const reply = {
      id: 'r',
      model: 'm',
      text: `the key is ${SECRET}, keep it`,
      toolCalls: [{ id: 'c', tool: 'save', args: { value: SECRET, other: 'fine' } }],
    }
    const events = format.encodeStream(reply, { textChars: 4, argsChars: 4 })
    const request = ask({ stream: true }, { path: pathOf(format) })
    const path = await recorded([[request, () => streamed(events)]])
    const { exchange } = await replayer(path)
    const replayed = await textOf(await exchange(request, NEVER))
    expect(replayed).not.toContain(SECRET)
    const reader = format.stream.createReader()
    const splitter = format.framing.createSplitter()
    for (const frame of splitter.push(Buffer.from(replayed, 'latin1'))) reader.read(frame)
    const { text, calls } = format.decodeReply(reader.body())
    expect(text).toBe('the key is [REDACTED_API_KEY], keep it')
    expect(calls.map(({ args }) => args)).toEqual([{ value: '[REDACTED_API_KEY]', other: 'fine' }])
  },
)

test('an answer whose secret cannot be taken out is not kept, and closing says so', async () => {
  const path = temporaryFile()
  const problems: string[] = []
  const recorder = await createRecorder(path, {
    secrets,
    nowMs: () => 0,
    onProblem: ({ message }) => problems.push(message),
  })
  const unknown: Exchange = async () => ({
    status: 200,
    headers: { 'content-encoding': 'zstd' },
    body: Buffer.from('???'),
  })
  expect(await textOf(await recorder.recording(unknown)(ask({}), NEVER))).toBe('???')
  expect(problems).toEqual([expect.stringContaining('cannot be searched for secrets')])
  await expect(recorder.close()).rejects.toThrow('not recorded')
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1)
})

test('a connection that broke is replayed as one, and an answer nobody waited for is not kept', async () => {
  const path = temporaryFile()
  const recorder = await createRecorder(path, { secrets, nowMs: () => 0 })
  const breaking: Exchange = async () => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: (async function* () {
      yield Buffer.from('data: {"a":1}\n\n')
      throw new Error('reset')
    })(),
  })
  await expect(
    recorder
      .recording(breaking)(ask({ n: 1 }), NEVER)
      .then(textOf),
  ).rejects.toThrow('reset')
  const left = await recorder.recording(() =>
    streamed([Buffer.from('data: 1\n\n'), Buffer.from('data: 2\n\n')]),
  )(ask({ n: 2 }), NEVER)
  for await (const _piece of piecesOfBody(left)) break
  await recorder.close()
  expect(recorder.recorded).toBe(1)
  const { exchange } = await replayer(path)
  await expect(exchange(ask({ n: 1 }), NEVER).then(textOf)).rejects.toThrow('broke')
  expect((await exchange(ask({ n: 2 }), NEVER)).status).toBe(404)
})

test('frames wait as long as they took, when asked to', async () => {
  const path = temporaryFile()
  let now = 0
  const recorder = await createRecorder(path, { secrets, nowMs: () => now })
  const upstream: Exchange = async () => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: (async function* () {
      now = 40
      yield Buffer.from('data: 1\n\n')
      now = 100
      yield Buffer.from('data: 2\n\n')
    })(),
  })
  await textOf(await recorder.recording(upstream)(ask({}), NEVER))
  await recorder.close()
  const slept: number[] = []
  const sleep = async (ms: number) => void slept.push(ms)
  const { exchange } = await replayer(path, { sleep })
  await textOf(await exchange(ask({}), NEVER))
  expect(slept).toEqual([40, 60])
})

test('a fetch that records and a fetch that replays give a client the same', async () => {
  const path = temporaryFile()
  const recorder = await createRecorder(path, { secrets, nowMs: () => 0 })
  const inner = async () => new Response('{"ok":true}', { status: 418, headers: { 'x-request-id': 'r' } })
  const live = await recordingFetch(recorder, inner)('https://api.example.com/v1/x', {
    method: 'POST',
    body: '{}',
  })
  expect([live.status, await live.text()]).toEqual([418, '{"ok":true}'])
  await recorder.close()
  const replay = replayingFetch(await replayer(path))
  const again = await replay('https://api.example.com/v1/x', { method: 'POST', body: '{}' })
  expect([again.status, again.headers.get('x-request-id'), await again.text()]).toEqual([
    418,
    'r',
    '{"ok":true}',
  ])
})

test('files that are no cassettes are neither read nor written over', async () => {
  const path = temporaryFile('notes.txt')
  writeFileSync(path, 'my notes\n')
  await expect(createRecorder(path, { secrets, nowMs: () => 0 })).rejects.toThrow('is not a cassette')
  expect(readFileSync(path, 'utf8')).toBe('my notes\n')
  await expect(replayer(path)).rejects.toThrow(':1:1')
  writeFileSync(path, `{"format":"${CASSETTE_FORMAT}"}\n{"number":0,"requ`)
  await expect(replayer(path)).rejects.toThrow(':2:1  this line is not JSON')
  writeFileSync(path, `{"format":"${CASSETTE_FORMAT}"}\n{"number":0}\n`)
  await expect(replayer(path)).rejects.toThrow(':2:1  this line is not an entry')
  await expect(replayer(`${path}.gone`)).rejects.toThrow('no such file')
  await recorded([], path)
  await recorded([[ask({}), answers('new')]], path)
  expect(await textOf(await (await replayer(path)).exchange(ask({}), NEVER))).toBe('new')
})

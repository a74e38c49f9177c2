import { expect, test } from 'vitest'
import { readReply } from './read-reply.ts'
import { responsePath } from './response-path.ts'

function reply(body: string, type = 'application/json', status = 200, headers: Record<string, string> = {}) {
  const bytes = new TextEncoder().encode(body)
  return {
    status,
    headers: { 'content-type': type, ...headers },
    // one byte at a time, because networks cut where they like
    body: (async function* () {
      for (let at = 0; at < bytes.length; at++) yield bytes.subarray(at, at + 1)
    })(),
  }
}

const read = (body: string, type?: string, path?: string) =>
  readReply(reply(body, type), {
    path: path === undefined ? undefined : responsePath(path),
    takesHtml: false,
  })

const DEEP =
  '{"choices": [{"message": {"content": "hi"}}, {"message": {"content": "last"}}], "a.b": {"x y": 1}}'

test.each([
  ['choices[0].message.content', 'hi'],
  ['$.choices[-1].message.content', 'last'],
  ['choices.0.message.content', 'hi'],
  ["choices[0]['message'].content", 'hi'],
  ['["a.b"]["x y"]', '1'],
  ['choices[0].message', '{"content":"hi"}'],
])('%s leads to its value', async (path, output) => {
  expect(await read(DEEP, undefined, path)).toEqual({ output })
})

test.each([
  ['choices[0].mesage.content', '`choices[0]` has no `mesage`; it has `message`'],
  ['choices[5].message', '`choices` has no place 5; it is a list of 2'],
  ['output', 'the answer has no `output`; it has `choices`, `a.b`'],
  ['choices[0].message.content.text', '`choices[0].message.content` has no `text`; it is a string'],
])('%s leads nowhere, and the message says what is there', async (path, said) => {
  expect(await read(DEEP, undefined, path)).toEqual({
    reason: 'bad-answer',
    message: `response_path \`${path}\`: ${said}`,
  })
})

test.each(['a..b', 'a[', 'a[x]', '[0]b'])('%s is refused when it is read', (path) => {
  expect(() => responsePath(path)).toThrow('cannot be read at character')
})

test.each([
  ['{"output": null, "response": "r"}', 'r'],
  ['{"Answer": "a", "other": 1}', 'a'],
  ['{"only": {"x": 1}}', '{"x":1}'],
  ['{"a": 1, "b": 2}', '{"a":1,"b":2}'],
  ['["one"]', 'one'],
  ['[{"text": "first"}, {"text": "second"}]', 'first'],
  ['[]', '[]'],
  ['"plain"', 'plain'],
  ['true', 'true'],
])('the answer in %s is found without a path', async (body, output) => {
  expect(await read(body)).toEqual({ output })
})

test.each([
  '{"error": null, "output": "fine"}',
  '{"error": "", "output": "fine"}',
  '{"error": {}, "output": "fine"}',
])('%s is no failure', async (body) => {
  expect(await read(body)).toEqual({ output: 'fine' })
})

test('a body that says it failed is a failure', async () => {
  expect(await read('{"error": {"message": "no model", "code": 3}}')).toEqual({
    reason: 'crashed',
    message: 'the agent answered with an error: no model',
  })
  expect(await read('{"success": false, "message": "busy"}')).toMatchObject({ reason: 'crashed' })
})

test('a page is not an answer unless one was asked for', async () => {
  const page = '<!DOCTYPE html><html><body>Sign in</body></html>'
  for (const type of ['text/html; charset=utf-8', 'text/plain', ''])
    expect(await read(page, type)).toMatchObject({
      reason: 'bad-answer',
      message: expect.stringContaining('HTML page') as string,
    })
  expect(await readReply(reply(page, 'text/html'), { path: undefined, takesHtml: true })).toEqual({
    output: page,
  })
})

test('JSON that is none is a bad answer, and plain text is an answer', async () => {
  expect(await read('{"output": ')).toMatchObject({ reason: 'bad-answer' })
  expect(await read('words', 'text/plain', 'output')).toMatchObject({
    reason: 'bad-answer',
    message: expect.stringContaining('response_path cannot be followed') as string,
  })
  expect(await read('just words', 'text/plain')).toEqual({ output: 'just words' })
  expect(await read('{"output": "untyped"}', '')).toEqual({ output: 'untyped' })
})

test.each([
  [429, { 'retry-after': '3' }, { reason: 'refused', retryAfterMs: 3_000 }],
  [429, {}, { reason: 'refused', retryAfterMs: 1_000 }],
  [500, {}, { reason: 'crashed', message: 'HTTP 500: broken' }],
  [401, {}, { reason: 'refused', message: 'HTTP 401: broken' }],
  [307, { location: 'https://a.test/ask/' }, { reason: 'bad-answer' }],
])('status %d is told as it is', async (status, headers, expected) => {
  const answer = await readReply(reply('broken', 'text/plain', status, headers), {
    path: undefined,
    takesHtml: false,
  })
  expect(answer).toMatchObject(expected)
})

const stream = (frames: readonly string[]) => frames.map((frame) => `data: ${frame}\n\n`).join('')

test.each([
  [
    'chat deltas',
    [
      '{"choices":[{"delta":{"role":"assistant"}}]}',
      '{"choices":[{"delta":{"content":"Hel"}}]}',
      '{"choices":[{"delta":{"content":"lo"}}]}',
      '[DONE]',
      'after the end',
    ],
  ],
  [
    'response deltas',
    [
      '{"type":"response.created","response":{}}',
      '{"type":"response.output_text.delta","delta":"Hel"}',
      '{"type":"response.output_text.delta","delta":"lo"}',
      '{"type":"response.completed","response":{"output":[]}}',
    ],
  ],
  [
    'message deltas',
    [
      '{"type":"message_start"}',
      '{"type":"content_block_delta","delta":{"type":"text_delta","text":"Hello"}}',
      '{"type":"message_stop"}',
    ],
  ],
  ['plain pieces', ['Hel', 'lo']],
  ['tokens', ['{"token":"Hel"}', '{"token":"lo"}']],
])('a stream of %s is put together', async (_name, frames) => {
  expect(await read(stream(frames), 'text/event-stream')).toEqual({ output: 'Hello' })
})

test('a path is followed in each frame of a stream, and an error frame is an error', async () => {
  expect(
    await read(stream(['{"x":{"t":"a"}}', '{"done":true}', '{"x":{"t":"b"}}']), 'text/event-stream', 'x.t'),
  ).toEqual({ output: 'ab' })
  expect(await read(stream(['{"y":1}']), 'text/event-stream', 'x.t')).toMatchObject({ reason: 'bad-answer' })
  expect(await read(stream(['{"x":1}', '{"error":{"message":"cut"}}']), 'text/event-stream')).toMatchObject({
    reason: 'crashed',
  })
  expect(await read('{"text":"a"}\n{"text":"b"}\n', 'application/x-ndjson')).toEqual({ output: 'ab' })
})

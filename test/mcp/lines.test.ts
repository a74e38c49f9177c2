import { describe, expect, test } from 'vitest'
import { isRunning, lineClient, request } from './line-client.ts'
import { until, world } from './world.ts'

/** A question whose answer proves that everything before it was dealt with. */
const fence = (id: number | string): string =>
  request(id, 'ping', { say: JSON.stringify({ jsonrpc: '2.0', id, result: {} }) })

const call = (id: number, name: string, args: object = {}): string =>
  request(id, 'tools/call', { name, arguments: args })

/** What the server is to say, spelled so that nothing is redacted in the asking. */
const hidden = (text: string): object => ({ hiddenSay: Buffer.from(text).toString('base64') })

test('what is not judged arrives in both directions as the very bytes that were sent', async () => {
  const client = lineClient(world(), ['--no-persist'])
  const answer =
    '{ "id":1 , "jsonrpc":"2.0","result":{"n":12345678901234567890,"f":1.0,"s":"\\u00e9é\u2028","x-unknown":[ ]} }'
  const asked = `{"jsonrpc": "2.0", "method": "x/unknown", "id": 1, "params": {"say": ${JSON.stringify(answer)}, "n": 0.10, "_meta": {"traceparent": "00-ab"}}}`
  client.send(asked)
  expect(await client.line(0)).toBe(answer)
  expect(client.arrived()).toEqual([asked])
})

test('a judged call and its result go on as the very bytes that were sent, when nothing is hidden in them', async () => {
  const client = lineClient(world(), ['--no-persist'])
  const answer =
    '{"jsonrpc":"2.0", "id":"a", "result":{"content":[{"type":"text","text":"fine"}], "big":12345678901234567890}}'
  const asked = `{"id": "a", "jsonrpc":"2.0","method":"tools/call","params":{"name":"look","arguments":{"say":${JSON.stringify(answer)},"big":1e400}}}`
  client.send(asked)
  expect(await client.line(0)).toBe(answer)
  expect(client.arrived()).toEqual([asked])
})

test('requests, progress and answers between server and client pass', async () => {
  const client = lineClient(world(), ['--no-persist'])
  const sampling = '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[]}}'
  const progress =
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":5}}'
  const reply = '{"jsonrpc":"2.0","id":1,"result":{"role":"assistant"}}'
  client.send(request(1, 'x', { say: `${sampling}\n${progress}` }), reply)
  expect([await client.line(0), await client.line(1)]).toEqual([sampling, progress])
  await until(() => client.arrived().includes(reply))
})

describe('a hostile client', () => {
  const DENIED = '"method":"tools/call","params":{"name":"delete_everything"}'

  const NO_MESSAGES = [
    ['no JSON', '{oops', -32700],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), -32700],
    ['a byte order mark', `\uFEFF{"jsonrpc":"2.0","id":1,${DENIED}}`, -32700],
    ['endless nesting', '['.repeat(100_000), -32700],
    ['an empty batch', '[]', -32600],
    ['a number', '7', -32600],
    ['a message without a version', `{"id":1,${DENIED}}`, -32600],
    ['an id that is none', `{"jsonrpc":"2.0","id":{"a":1},${DENIED}}`, -32600],
    ['an id of null', `{"jsonrpc":"2.0","id":null,${DENIED}}`, -32600],
    [
      'keys in another case',
      `{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{}}`,
      -32600,
    ],
    ['a request that is an answer', `{"jsonrpc":"2.0","id":1,"result":{},${DENIED}}`, -32600],
    [
      'a name in another case',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","Name":"b"}}',
      -32602,
    ],
    [
      'arguments that are no object',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":[]}}',
      -32602,
    ],
    ['no name', '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32602],
  ] as const

  test('is answered for every line that is no message, and none of them reaches the server', async () => {
    const client = lineClient(world(), ['--no-persist'])
    for (const [at, [what, line, code]] of NO_MESSAGES.entries()) {
      client.send(line)
      expect(JSON.parse(await client.line(at)), what).toMatchObject({ jsonrpc: '2.0', error: { code } })
    }
    client.send(fence('end'))
    expect(JSON.parse(await client.line(NO_MESSAGES.length))).toMatchObject({ id: 'end' })
    expect(client.arrived()).toEqual([fence('end')])
  })

  test('cannot name a key twice: the server gets what was judged', async () => {
    const client = lineClient(world(), ['--no-persist'])
    client.send(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete_everything","n\\u0061me":"look"}}`,
    )
    client.send(fence(2))
    await client.line(0)
    expect(client.arrived()[0]).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look"}}',
    )
  })

  test('cannot hide a call between carriage returns', async () => {
    const client = lineClient(world(), ['--no-persist'])
    const smuggled = `{"jsonrpc":"2.0","id":9,${DENIED}}`
    client.send(`{"jsonrpc":"2.0","id":1,"method":"x","params":{"list":[\r${smuggled}\r]}}\r`, fence(2))
    await client.line(0)
    expect(client.ran()).toEqual([])
    expect(client.arrived()).toHaveLength(2)
  })

  test('cannot call without an id', async () => {
    const client = lineClient(world(), ['--no-persist'])
    client.send(
      `{"jsonrpc":"2.0",${DENIED}}`,
      '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"look"}}',
      fence(2),
    )
    await client.line(0)
    expect(client.ran()).toEqual([])
  })

  test('cannot use an id that is in use', async () => {
    const client = lineClient(world(), ['--no-persist'])
    client.send(call(1, 'look'), call(1, 'look', { other: true }), request(1, 'tools/list'))
    for (const at of [0, 1])
      expect(JSON.parse(await client.line(at))).toMatchObject({ id: 1, error: { code: -32600 } })
    client.send(fence(2))
    await client.line(2)
    expect(client.ran()).toEqual(['look'])
  })

  test('is told that a message is too long, and goes on', async () => {
    const client = lineClient(world(), ['--no-persist', '--max-message', '1000'])
    client.send(call(1, 'look', { text: 'x'.repeat(200_000) }), fence(2))
    expect(JSON.parse(await client.line(0))).toMatchObject({ id: null, error: { code: -32600 } })
    expect(JSON.parse(await client.line(1))).toMatchObject({ id: 2 })
    expect(client.ran()).toEqual([])
  })

  test('cannot pass a new call off as the continuation of another', async () => {
    const client = lineClient(world(), ['--no-persist'])
    const params = { name: 'delete_everything', arguments: {}, inputResponses: {}, requestState: 'x' }
    client.send(request(1, 'tools/call', params))
    expect(JSON.parse(await client.line(0))).toMatchObject({ id: 1, result: { isError: true } })
    expect(client.ran()).toEqual([])
  })
})

describe('a batch', () => {
  test('goes on without what is denied, which is answered at once', async () => {
    const client = lineClient(world(), ['--no-persist'])
    client.send(`[${call(1, 'look')},${call(2, 'delete_everything')},${request(3, 'ping')}]`)
    expect(JSON.parse(await client.line(0))).toMatchObject([{ id: 2, result: { isError: true } }])
    await until(() => client.arrived().length > 0)
    expect(client.arrived()).toEqual([`[${call(1, 'look')},${request(3, 'ping')}]`])
  })

  test('of answers is scanned like any answer', async () => {
    const client = lineClient(world(), ['--no-persist'])
    const said = (id: number) => ({
      jsonrpc: '2.0',
      id,
      result: { content: [{ type: 'text', text: 'a@example.com' }] },
    })
    client.send(call(1, 'look'), call(2, 'look', hidden(JSON.stringify([said(1), said(2)]))))
    const [first, second] = JSON.parse(await client.line(0)) as { result: object }[]
    for (const each of [first, second])
      expect(each).toMatchObject({ result: { content: [{ text: '[REDACTED_EMAIL]' }] } })
  })
})

describe('a hostile server', () => {
  const leak = (envelope: string): string =>
    `{"jsonrpc":"2.0",${envelope}"result":{"content":[{"type":"text","text":"a@example.com"}]}}`

  const UNHEARD = [
    ['answers what nobody asked', leak('"id":77,')],
    ['answers under an id that only looks the same', leak('"id":"0x3e9",')],
    ['writes two kinds of message in one', leak('"id":1002,"method":"notifications/message",')],
    ['writes what is no JSON', 'listening on port 3000'],
    ['writes an answer without an id', leak('')],
  ] as const

  test('is not heard when it says what is no answer', async () => {
    const client = lineClient(world(), ['--no-persist'])
    for (const [at, [what, line]] of UNHEARD.entries()) {
      client.send(call(1000 + at, 'look', { at, ...hidden(line) }), fence(2000 + at))
      expect(JSON.parse(await client.line(at)), what).toMatchObject({ id: 2000 + at })
    }
    expect(client.lines).toHaveLength(UNHEARD.length)
    expect(client.stderr()).toContain('was stopped')
  })

  const LEAKS = [
    ['under the id as a string', leak('"id":"1",')],
    [
      'as something that waits for input',
      '{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","content":[{"type":"text","text":"a@example.com"}]}}',
    ],
    [
      'as a task',
      '{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t"},"content":[{"type":"text","text":"a@example.com"}]}}',
    ],
    [
      'in an error',
      '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a@example.com","data":["b@example.com"]}}',
    ],
    ['before a second result', '{"jsonrpc":"2.0","id":1,"result":"a@example.com","result":{"content":[]}}'],
    [
      'in a field of its own',
      '{"jsonrpc":"2.0","id":1,"result":{"content":[],"_meta":{"x":{"y":"a@example.com"}}}}',
    ],
  ] as const

  test('cannot hide a result', async () => {
    const client = lineClient(world(), ['--no-persist'])
    for (const [at, [what, line]] of LEAKS.entries()) {
      client.send(call(1, 'look', { at, ...hidden(line) }))
      const shown = await client.line(at)
      expect(shown, what).not.toContain('@example.com')
      expect(JSON.parse(shown), what).toHaveProperty('jsonrpc')
    }
  })

  test('cannot hide the result of a task', async () => {
    const client = lineClient(world(), ['--no-persist'])
    client.send(call(1, 'look', { say: '{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t"}}}' }))
    expect(await client.line(0)).toContain('"taskId":"t"')
    client.send(request(2, 'tasks/result', { taskId: 't', say: leak('"id":2,') }))
    expect(await client.line(1)).toContain('[REDACTED_EMAIL]')
    const inside = {
      jsonrpc: '2.0',
      id: 3,
      result: { taskId: 't', status: 'completed', result: { content: ['a@example.com'] } },
    }
    client.send(request(3, 'tasks/get', { taskId: 't', say: JSON.stringify(inside) }))
    expect(await client.line(2)).toContain('[REDACTED_EMAIL]')
  })
})

describe('the life of the guard', () => {
  test('ends with the server, with its exit code', async () => {
    const client = lineClient(world(), ['--no-persist'], { EXIT_ON_TERM: '42' })
    client.send(fence(1))
    await client.line(0)
    process.kill(client.serverPid(), 'SIGTERM')
    expect(await client.exit).toBe(42)
    expect(client.stderr()).toContain('the server ended with 42')
  })

  test('tells of a server that was killed as a shell does', async () => {
    const client = lineClient(world(), ['--no-persist'])
    client.send(fence(1))
    await client.line(0)
    process.kill(client.serverPid(), 'SIGKILL')
    expect(await client.exit).toBe(137)
  })

  test('hands signals on to the server', async () => {
    const client = lineClient(world(), ['--no-persist'], { EXIT_ON_TERM: '9' })
    client.send(fence(1))
    await client.line(0)
    client.guard.kill('SIGTERM')
    expect(await client.exit).toBe(9)
  })

  test('ends the server when the client is gone, also one that does not listen', async () => {
    const client = lineClient(world(), ['--no-persist'], { IGNORE_END: '1' })
    client.send(fence(1))
    await client.line(0)
    client.guard.stdin!.end()
    expect(await client.exit).toBe(0)
    expect(isRunning(client.serverPid())).toBe(false)
    expect(client.signals()).toEqual(['SIGTERM'])
  })

  test('leaves no server behind when the client reads no more', async () => {
    const client = lineClient(world(), ['--no-persist'], { IGNORE_END: '1' })
    client.send(fence(1))
    await client.line(0)
    client.guard.stdout!.destroy()
    client.send(fence(2), fence(3))
    await client.exit
    await until(() => !isRunning(client.serverPid()))
    expect(client.lines).toHaveLength(1)
  })

  test('does not start a server without a contract that loads, a store that opens, or pins that can be read', async () => {
    const broken = lineClient(world('name: 7\n'))
    expect(await broken.exit).toBe(2)
    const place = world()
    const noStore = lineClient(place, ['--store', place.folder])
    expect(await noStore.exit).not.toBe(0)
    const noPins = lineClient(place, ['--pins', place.contract])
    expect(await noPins.exit).toBe(2)
    for (const client of [broken, noStore, noPins]) expect(client.serverPid()).toBeNaN()
  })
})

import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/index.ts'
import { gemini, jsonArrayFraming } from '../../src/wire/index.ts'
import { NO_RM, startWorld } from '../proxy/world.ts'
import { startChaosWorld, wireRun } from './chaos-world.ts'
import { CLIENTS } from './clients.ts'

const WORDS = 'The price is twelve dollars today and nobody knows why.'
const [chat] = CLIENTS

test('a reply that comes compressed all the same is damaged all the same', async () => {
  await using world = await startChaosWorld({ llm_faults: [{ mode: 'truncated_response', max_tokens: 2 }] })
  const body = {
    id: 'r1',
    object: 'chat.completion',
    created: 0,
    model: 'gpt-5.5',
    choices: [{ index: 0, message: { role: 'assistant', content: WORDS }, finish_reason: 'stop' }],
  }
  world.upstream.script((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(JSON.stringify(body)))
  })
  expect(await chat!.ask(world.baseUrl, false)).toEqual({ text: 'The price', stop: 'length', calls: [] })
})

test('a stream that is one array of JSON stays one', async () => {
  await using world = await startChaosWorld({ llm_faults: [{ mode: 'truncated_response', max_tokens: 2 }] })
  const reply = { id: 'r1', model: 'gemini-2.5-flash', text: WORDS }
  world.upstream.script((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(Buffer.concat(gemini.encodeStream(reply, { framing: jsonArrayFraming, textChars: 8 })))
  })
  const answer = await fetch(`${world.baseUrl}/gemini/v1beta/models/gemini-2.5-flash:streamGenerateContent`, {
    method: 'POST',
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Price?' }] }] }),
  })
  const pieces = (await answer.json()) as { candidates: { content: { parts: { text: string }[] } }[] }[]
  const text = pieces.map(({ candidates }) => candidates[0]?.content.parts[0]?.text ?? '').join('')
  expect(text).toBe('The price')
})

test('a client that does not wait for a time-out leaves nothing behind', async () => {
  const run = wireRun({ llm_faults: [{ mode: 'timeout' }] })
  await using world = await startWorld(NO_RM, { chaos: { runOf: () => run } })
  const url = `${world.proxy.url}/~/t1/openai/v1/chat/completions`
  await new Promise<void>((resolve) => {
    const asked = request(url, { method: 'POST' })
    asked.on('error', () => resolve())
    asked.end(JSON.stringify({ model: 'gpt-5.5', messages: [{ role: 'user', content: 'Price?' }] }))
    setTimeout(() => asked.destroy(new Error('enough')), 50)
  })
  for (let turn = 0; turn < 200 && (await openExchanges(world.proxy.url)) > 0; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(await openExchanges(world.proxy.url)).toBe(0)
  const kinds = (await world.records()).map(({ event }) => event.kind)
  expect(kinds).toContain('fault')
  expect(kinds).toContain('model-response')
})

async function openExchanges(url: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text()
  return Number(/^holdfast_open_exchanges (?<count>\d+)$/mu.exec(page)?.groups?.['count'] ?? 0)
}

test('invocations side by side each meet their own chaos', async () => {
  const sections: readonly JsonObject[] = [
    {},
    { llm_faults: [{ mode: 'truncated_response', max_tokens: 1 }] },
    { llm_faults: [{ mode: 'empty' }] },
    { llm_faults: [{ mode: 'truncated_response', max_tokens: 3, after_calls: 1 }] },
  ]
  const runs = new Map(sections.map((section, index) => [`t${index}`, wireRun(section)]))
  await using world = await startWorld(NO_RM, {
    mode: 'shadow',
    chaos: { runOf: (token) => runs.get(token) },
  })
  world.upstream.script({ text: WORDS })
  const ask = async (token: string): Promise<readonly string[]> => {
    const texts: string[] = []
    for (const stream of [false, true])
      texts.push((await chat!.ask(`${world.proxy.url}/~/${token}`, stream)).text)
    return texts
  }
  expect(await Promise.all([...runs.keys()].map(ask))).toEqual([
    [WORDS, WORDS],
    ['The', 'The'],
    ['', ''],
    [WORDS, 'The price is'],
  ])
})

test('several faults of one reply add up, in their order', async () => {
  await using world = await startChaosWorld({
    llm_faults: [
      { mode: 'response_drift', drift_type: 'verbosity_shift' },
      { mode: 'truncated_response', max_tokens: 12 },
      { mode: 'slow_stream', delay_ms: 5 },
    ],
  })
  world.upstream.script({ text: WORDS })
  expect((await chat!.ask(world.baseUrl, true)).text).toBe(`${WORDS} The price`)
  expect(world.run.ledger.map(({ fault }) => fault)).toEqual([
    'response_drift',
    'truncated_response',
    'slow_stream',
  ])
})

test('under enforcement a cut stream ends with the provider’s own error', async () => {
  await using world = await startChaosWorld(
    { llm_faults: [{ mode: 'stream_cut', after_fraction: 0.5 }] },
    { mode: 'enforce' },
  )
  world.upstream.script({ text: WORDS, chunking: { textChars: 8 } })
  const failure = await chat!.ask(world.baseUrl, true).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(chat!.errorClass)
  expect(String(failure)).toContain('broke off')
})

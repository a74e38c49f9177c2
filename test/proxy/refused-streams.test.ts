import { Agent, request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { gemini, openaiChat } from '../../src/wire/formats/index.ts'
import { FORMATS } from './formats.ts'
import { rawRequest, sseData, type RawReply } from './raw-client.ts'
import { scripted, type SeenRequest } from './scripted-upstream.ts'
import { NO_RM, startWorld, type World } from './world.ts'

const HEADERS = ['Content-Type', 'application/json', 'X-Api-Key', 'k']
const REPLY = {
  text: 'First some words.',
  toolCalls: [{ id: 'call_1', tool: 'delete_all', args: { path: '/' } }],
}

const startRefusing = (): Promise<World> => startWorld(NO_RM, { onDeny: 'refuse' })

describe.each(FORMATS)('%s', (_name, shape) => {
  const ask = (world: World): Promise<RawReply> =>
    rawRequest(`${world.proxy.url}${shape.path(true)}`, {
      headers: HEADERS,
      body: JSON.stringify(shape.body('Hi', true)),
    })

  test('an error after the first words says that it was denied, not that it may be tried again', async () => {
    await using world = await startRefusing()
    world.upstream.script(REPLY)
    const error = sseData((await ask(world)).body).at(-1)!
    expect(error).toMatch(/permission_error|PERMISSION_DENIED|"code":403/u)
    expect(error.toLowerCase()).toContain('holdfast_blocked')
  })

  test('what is refused does not depend on how the network cut the stream', async () => {
    await using world = await startRefusing()
    const answer = async (pauseMs: number | undefined): Promise<RawReply> => {
      world.upstream.script((seen: SeenRequest, response) => {
        const frames = shape.format.encodeStream(scripted(seen, { ...REPLY, id: 'reply_x' }))
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        if (pauseMs === undefined) return response.end(Buffer.concat(frames))
        frames.forEach((frame, at) => setTimeout(() => response.write(frame), at * pauseMs))
        setTimeout(() => response.end(), frames.length * pauseMs)
      })
      return ask(world)
    }
    const [whole, slow] = [await answer(undefined), await answer(10)]
    expect(whole.status).toBe(slow.status)
    expect(whole.body.toString()).toBe(slow.body.toString())
    expect(whole.body.toString()).not.toContain('call_1')
  })
})

test('a provider that goes on after its last word disturbs nobody who was refused', async () => {
  await using world = await startRefusing()
  world.upstream.script((seen: SeenRequest, response) => {
    const frames = openaiChat.encodeStream(scripted(seen, { toolCalls: REPLY.toolCalls }))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(Buffer.concat(frames))
    setTimeout(() => response.end(': bye\n\n'), 50)
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = new Set<unknown>()
  for (let call = 0; call < 2; call += 1) {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${world.proxy.url}/openai/v1/chat/completions`, { method: 'POST', agent })
      request.on('socket', (socket) => void sockets.add(socket)).on('error', reject)
      request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
      request.end(JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] }))
    })
    expect(status).toBe(403)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  agent.destroy()
  expect(sockets.size).toBe(1)
  expect(world.logs).toEqual([])
})

test('a stream that is a JSON array stays one when it is refused in the middle', async () => {
  await using world = await startRefusing()
  world.upstream.script((seen: SeenRequest, response) => {
    const values = gemini.encodeStream(scripted(seen, REPLY)).map((frame) =>
      Buffer.from(frame)
        .toString()
        .trim()
        .replace(/^data: /u, ''),
    )
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(`[${values[0]}`)
    setTimeout(() => response.end(`,\r\n${values.slice(1).join(',\r\n')}]`), 30)
  })
  const reply = await rawRequest(
    `${world.proxy.url}/gemini/v1beta/models/gemini-2.5-flash:streamGenerateContent`,
    {
      headers: HEADERS,
      body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Clean up' }] }] }),
    },
  )
  const values = JSON.parse(reply.body.toString()) as { error?: { code: number } }[]
  expect(values).toHaveLength(2)
  expect(values[1]?.error?.code).toBe(403)
})

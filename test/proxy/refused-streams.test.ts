import { describe, expect, test } from 'vitest'
import { gemini } from '../../src/wire/formats/index.ts'
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

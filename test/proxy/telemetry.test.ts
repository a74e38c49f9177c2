import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { telemetryFrom } from '../../src/proxy/index.ts'
import { rawRequest } from './raw-client.ts'
import { NO_RM, startWorld } from './world.ts'

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

const plain = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

async function collector() {
  const received: { path: string; body: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: JSON.parse(text) as Record<string, unknown> })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

test('nothing is sent unless someone says where to', async () => {
  expect(await telemetryFrom(undefined, {}, '1', () => undefined)).toBeUndefined()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }
  expect(await telemetryFrom(undefined, env, '1', () => undefined)).toBeUndefined()
  await expect(telemetryFrom('localhost', {}, '1', () => undefined)).rejects.toThrow(
    'not an http or https URL',
  )
})

test('a call becomes a span with its decisions, in the trace of the client, and without anybody’s words', async () => {
  const otel = await collector()
  const telemetry = (await telemetryFrom(
    otel.url,
    { OTEL_SERVICE_NAME: 'my-gateway' },
    '1',
    () => undefined,
  ))!
  {
    await using world = await startWorld(NO_RM, { telemetry })
    world.upstream.script({
      text: 'private words',
      toolCalls: [{ id: 'c1', tool: 'delete_all', args: { path: 'private' } }],
      usage: { input: 100, output: 20 },
    })
    await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
      headers: [
        'X-Api-Key',
        'sk-secret',
        'traceparent',
        '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      ],
      body: '{"model":"claude-sonnet-5","max_tokens":7,"messages":[{"role":"user","content":"private question"}]}',
    })
    expect(world.upstream.requests[0]!.headers['traceparent']).toContain('0af7651916cd43dd8448eb211c80319c')
  }
  const traces = otel.received.find(({ path }) => path === '/v1/traces')!.body as {
    resourceSpans: {
      resource: { attributes: Attribute[] }
      scopeSpans: { spans: Record<string, unknown>[] }[]
    }[]
  }
  const [resource] = traces.resourceSpans
  expect(plain(resource!.resource.attributes)).toMatchObject({ 'service.name': 'my-gateway' })
  const span = resource!.scopeSpans[0]!.spans[0]!
  expect(span).toMatchObject({
    name: 'chat claude-sonnet-5',
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
    kind: 3,
  })
  expect(plain(span['attributes'] as Attribute[])).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.usage.input_tokens': '100',
    'gen_ai.usage.output_tokens': '20',
    'gen_ai.request.max_tokens': '7',
    'holdfast.contract.id': 'test-contract',
  })
  const [event] = span['events'] as { name: string; attributes: Attribute[] }[]
  expect(event?.name).toBe('gen_ai.evaluation.result')
  expect(plain(event!.attributes)).toMatchObject({
    'gen_ai.evaluation.name': 'no-destruction',
    'gen_ai.tool.name': 'delete_all',
    'holdfast.decision': 'deny',
    'holdfast.enforced': 'block',
  })
  const metrics = JSON.stringify(otel.received.find(({ path }) => path === '/v1/metrics')!.body)
  expect(metrics).toContain('gen_ai.client.token.usage')
  expect(metrics).toContain('gen_ai.client.operation.duration')
  expect(JSON.stringify(otel.received)).not.toMatch(/private|sk-secret/u)
  otel.close()
})

test('a collector that is down is told once and disturbs nobody', async () => {
  const logs: string[] = []
  const telemetry = (await telemetryFrom('http://127.0.0.1:9', {}, '1', ({ code }) => void logs.push(code)))!
  {
    await using world = await startWorld(NO_RM, { telemetry })
    const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
      body: '{"model":"claude-sonnet-5","messages":[{"role":"user","content":"Hi"}]}',
    })
    expect(reply.status).toBe(200)
  }
  expect(logs).toEqual(['telemetry-failed'])
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chain, engineOf, fileIn, temporaryFolder } from './support.ts'

/** A server of one tool and one resource, speaking JSON-RPC over its standard streams. */
const SERVER = `
import { createInterface } from 'node:readline'
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {}, resources: {} }, serverInfo: { name: 's', version: '1' } })
  else if (method === 'tools/list') say(id, { tools: [{ name: 'add', inputSchema: { type: 'object' } }, { name: 'hang', inputSchema: { type: 'object' } }] })
  else if (method === 'tools/call' && params.name === 'add') say(id, { content: [{ type: 'text', text: String(params.arguments.a + params.arguments.b) }], isError: params.arguments.a < 0 })
  else if (method === 'resources/read') say(id, { contents: [{ uri: params.uri, text: 'hello' }] })
  else if (method !== 'tools/call' && id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } }) + '\\n')
})
`

function withServer(node: string, policy = '') {
  const folder = temporaryFolder()
  const server = fileIn(folder, 'server.mjs', SERVER)
  const declared = `[[mcp_servers]]\nname = "s"\ncommand = ["${process.execPath}", "${server}"]\nallow_tools = ["add", "hang"]\nallow_resources = ["file:///ok/*"]\n`
  return engineOf(`${chain(node)}${declared}${policy}`, { file: join(folder, 'flow.toml') })
}

const CALL = (tool: string) => `type = "call_mcp_tool"\ntool = "${tool}"\nargs_from = "trigger.args"`

test('a tool of a server is called, and its own error takes the error branch', async () => {
  const engine = withServer(CALL('add'))
  const result = await engine.run({ input: { args: { a: 1, b: 2 } } })
  expect(result.finalValue).toMatchObject({
    tool: 'add',
    server: 's',
    content: [{ type: 'text', text: '3' }],
    is_error: false,
  })
  expect(await engine.run({ input: { args: { a: -1, b: 2 } } })).toMatchObject({
    deadEnd: { branch: 'error', isFailure: true },
  })
})

test('tools and resources that are not listed are denied before the server is started', async () => {
  const denied = await withServer(CALL('drop')).run({ input: { args: {} } })
  expect(denied).toMatchObject({
    status: 'errored',
    error: { message: 'policy violation: mcp tool `drop` denied by allowlist on server `s`' },
    denials: [{ family: 'mcp', resource: 's/drop' }],
  })
  const policy = await withServer(CALL('add'), '[policy.mcp]\ntools = ["other"]\n').run({
    input: { args: {} },
  })
  expect(policy.error?.class).toBe('policy')
  const resource = withServer('type = "read_mcp_resource"\nresource_from = "trigger.uri"')
  expect((await resource.run({ input: { uri: 'file:///ok/x' } })).finalValue).toMatchObject({
    uri: 'file:///ok/x',
    contents: [{ text: 'hello' }],
  })
  expect((await resource.run({ input: { uri: 'file:///etc/passwd' } })).error?.class).toBe('policy')
})

test('a tool that never answers is cut off', async () => {
  expect(await withServer(CALL('hang')).run({ input: { args: {} }, timeoutMs: 1500 })).toMatchObject({
    status: 'timed_out',
    lastNode: 'a',
  })
})

test('a server that is not there is an mcp error', async () => {
  const engine = engineOf(
    `${chain(CALL('add'))}[[mcp_servers]]\nname = "s"\ncommand = ["/nonexistent/server"]\nallow_tools = ["*"]\n`,
  )
  expect(await engine.run({ input: { args: {} } })).toMatchObject({
    status: 'errored',
    error: { class: 'mcp' },
  })
})

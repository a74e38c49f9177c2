// An MCP server over stdio, written out: a notebook with three tools. Any server will do in its place.
import { createInterface } from 'node:readline'

const notes = new Map([['plans', 'Ask ada@example.com about the launch.']])
const text = (value) => ({ content: [{ type: 'text', text: value }] })
const TOOLS = {
  list_notes: () => text([...notes.keys()].join(', ')),
  read_note: ({ name }) => text(notes.get(name) ?? 'there is no such note'),
  delete_note: ({ name }) => text(`deleted: ${notes.delete(name)}`),
}
const DEFINITIONS = Object.keys(TOOLS).map((name) => ({
  name,
  description: name.replace('_', ' '),
  inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
}))
const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'notebook', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: DEFINITIONS }),
  'tools/call': ({ name, arguments: args }) => TOOLS[name](args ?? {}),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined && method in METHODS)
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result: METHODS[method](params ?? {}) }))
}

// An MCP server that says what a transcript says: `RESULTS` maps a call to its results, in order.
import { createInterface } from 'node:readline'

const results = JSON.parse(process.env.RESULTS)
const tools = [...new Set(Object.keys(results).map((key) => JSON.parse(key)[0]))]
const send = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    send(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'scripted', version: '1' },
    })
  if (method === 'tools/list')
    send(id, { tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })) })
  if (method === 'tools/call') {
    const { text, failed } = results[JSON.stringify([params.name, params.arguments])].shift()
    send(id, { content: [{ type: 'text', text }], isError: failed })
  }
})

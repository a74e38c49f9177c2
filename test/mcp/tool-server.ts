import { appendFileSync } from 'node:fs'
import { fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server'

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })

const strings = (...names: readonly string[]) =>
  fromJsonSchema<Record<string, string>>({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: [...names],
  })

export interface ToolServerOptions {
  /** Every call that really arrives is written here, one line each. */
  readonly callLog: string
  /** What the tool `echo` says of itself. */
  readonly description?: string
}

/** A real MCP server: tools of every temper, a resource and a prompt. */
export function toolServer({ callLog, description = 'Says it back.' }: ToolServerOptions): McpServer {
  const server = new McpServer(
    { name: 'tool-server', version: '1.0.0' },
    { capabilities: { logging: {} }, cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } } },
  )
  const arrived = (name: string, args: unknown): void =>
    appendFileSync(callLog, `${JSON.stringify([name, args])}\n`)

  server.registerTool('echo', { description, inputSchema: strings('text') }, (args) => {
    arrived('echo', args)
    return text(args['text']!)
  })
  server.registerTool('bash', { description: 'Runs a command.', inputSchema: strings('command') }, (args) => {
    arrived('bash', args)
    return text(`ran ${args['command']}`)
  })
  server.registerTool('delete_everything', { description: 'Deletes everything.' }, () => {
    arrived('delete_everything', {})
    return text('gone')
  })
  server.registerTool('fail', { description: 'Always fails.' }, () => {
    arrived('fail', {})
    throw new Error('it broke; write to support@example.org')
  })
  server.registerTool('contact', { description: 'Tells an address.' }, () => {
    arrived('contact', {})
    return {
      ...text('write to jane.doe@example.com today'),
      structuredContent: { mail: 'jane.doe@example.com', floor: 3 },
    }
  })
  server.registerTool('slow', { description: 'Takes its time.' }, async ({ mcpReq }) => {
    arrived('slow', {})
    const progressToken = mcpReq._meta?.progressToken
    for (let progress = 1; progress <= 100; progress += 1) {
      if (mcpReq.signal.aborted) {
        arrived('slow aborted', {})
        return text('aborted')
      }
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return text('done')
  })
  server.registerTool('confirm', { description: 'Asks a person first.' }, ({ mcpReq }) => {
    const answers = mcpReq.inputResponses
    arrived('confirm', { isAnswered: answers !== undefined })
    if (answers === undefined)
      return inputRequired({
        inputRequests: {
          sure: inputRequired.elicit({
            message: 'Sure?',
            requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } }, required: ['yes'] },
          }),
        },
      })
    return text('confirmed')
  })
  server.registerTool('crash', { description: 'Ends the server.' }, () => {
    arrived('crash', {})
    process.exit(7)
  })
  server.registerTool(
    'environment',
    { description: 'Tells a variable.', inputSchema: strings('name') },
    (args) => text(process.env[args['name']!] ?? 'unset'),
  )
  server.registerResource('readme', 'docs://readme', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, text: 'hello from a resource' }],
  }))
  server.registerPrompt('greet', { argsSchema: strings('name') }, (args) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${args['name']}` } }],
  }))
  return server
}

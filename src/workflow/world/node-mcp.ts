import { HoldfastError } from '../../kit/errors.ts'
import { NodeError } from '../node-error.ts'
import type { McpConnector } from './world.ts'

/** The one file that knows the MCP client, which is only loaded when a workflow speaks to a server. */
export function nodeMcp(env: Readonly<Record<string, string | undefined>>, workdir: string): McpConnector {
  return {
    async connect(name, command, signal) {
      const [program, ...args] = command
      if (program === undefined) throw new NodeError('mcp', `server \`${name}\` has no command`)
      const { Client, StdioClientTransport } = await loadClient()
      const transport = new StdioClientTransport({
        command: program,
        args,
        env: onlySet(env),
        cwd: workdir,
        stderr: 'ignore',
      })
      const client = new Client({ name: 'holdfast', version: '1' })
      await client.connect(transport, { signal })
      return {
        async callTool(tool, given, stop) {
          const answer = await client.callTool({ name: tool, arguments: { ...given } }, { signal: stop })
          const { content, isError, structuredContent } = answer as {
            content?: unknown[]
            isError?: boolean
            structuredContent?: unknown
          }
          return { content: content ?? [], isError: isError === true, structured: structuredContent ?? null }
        },
        async readResource(uri, stop) {
          const { contents } = await client.readResource({ uri }, { signal: stop })
          return contents
        },
        close: () => client.close(),
      }
    },
  }
}

async function loadClient() {
  try {
    const { Client } = await import('@modelcontextprotocol/client')
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
    return { Client, StdioClientTransport }
  } catch (error) {
    throw new HoldfastError(
      'HF_MISSING_PACKAGE',
      'MCP servers need a package that is not installed',
      'npm install @modelcontextprotocol/client',
      { cause: error },
    )
  }
}

/** A server gets what a program needs to start, and no secrets of ours. */
function onlySet(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'USER', 'SHELL', 'TERM']
  return Object.fromEntries(kept.flatMap((key) => (env[key] === undefined ? [] : [[key, env[key]]])))
}

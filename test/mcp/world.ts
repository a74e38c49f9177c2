import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { build } from 'esbuild'
import { afterAll, onTestFinished } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

export const CONTRACT = `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: tools
description: "What the tool server may do."
version: "1.0"
invariants:
  process:
    - tool_blocklist:
        id: nothing-final
        tools: ["delete_everything", "rm -rf /*"]
    - repetition_guard:
        id: no-loops
        max_repeats: 2
        ignore_tools: ["slow", "environment", "confirm"]
    - pii_filter:
        id: no-addresses
        patterns: [email]
        action: redact
        scan: [tool_args, tool_results]
recovery:
  on_hard_violation: raise
  on_soft_violation: log_and_continue
`

export interface World {
  readonly folder: string
  readonly contract: string
  /** Names and arguments of every call that reached the server. */
  arrived(): readonly (readonly [string, unknown])[]
}

export function world(contract: string = CONTRACT): World {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-mcp-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'contract.yaml')
  writeFileSync(file, contract)
  const log = join(folder, 'calls.jsonl')
  return {
    folder,
    contract: file,
    arrived: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as [string, unknown])
        : [],
  }
}

// bundled once a test file, because compiling the sources anew in every process takes seconds; two folders below
// the root, where the sources of the command are too, and inside node_modules, so that packages are found
const BUILD = join(ROOT, 'node_modules', `.holdfast-mcp-test-${process.pid}-${Date.now()}`)

await build({
  entryPoints: { guard: join(ROOT, 'src/cli/bin.ts'), server: join(import.meta.dirname, 'stdio-server.ts') },
  outdir: BUILD,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
})
afterAll(() => rmSync(BUILD, { recursive: true, force: true }))

const SERVER = [process.execPath, join(BUILD, 'server.mjs')]

/** The words that start the guard in front of a server, as a client's settings would hold them. */
export function guardArgs(
  { folder, contract }: World,
  options: readonly string[] = [],
  server: readonly string[] = SERVER,
): string[] {
  const store = options.includes('--no-persist') ? [] : ['--store', join(folder, 'records.db')]
  return [join(BUILD, 'guard.mjs'), 'mcp', '--contract', contract, ...store, ...options, '--', ...server]
}

export function environment(
  { folder }: World,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { ...(process.env as Record<string, string>), CALL_LOG: join(folder, 'calls.jsonl'), ...extra }
}

export interface Connection {
  readonly client: Client
  readonly transport: StdioClientTransport
  readonly stderr: () => string
}

export interface ConnectOptions {
  readonly options?: readonly string[]
  readonly server?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly client?: ClientOptions
  /** Without the guard, to compare. */
  readonly direct?: boolean
}

/** The official client, talking to a real server through a real guard process. */
export async function connect(
  place: World,
  { options, server = SERVER, env, client: wanted, direct = false }: ConnectOptions = {},
): Promise<Connection> {
  const [command, ...args] = direct ? server : [process.execPath, ...guardArgs(place, options, server)]
  const transport = new StdioClientTransport({
    command: command!,
    args,
    env: environment(place, env),
    cwd: ROOT,
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const client = new Client({ name: 'test-client', version: '1.0.0' }, wanted)
  onTestFinished(() => client.close())
  await client.connect(transport)
  return { client, transport, stderr: () => stderr }
}

export const MODERN: ClientOptions = { versionNegotiation: { mode: { pin: '2026-07-28' } } }

/** The text of a result, joined. */
export function textOf(result: { readonly content?: unknown }): string {
  return (result.content as { readonly text?: string }[]).map(({ text }) => text ?? '').join('')
}

export async function until(condition: () => boolean, limitMs = 10_000): Promise<void> {
  const end = Date.now() + limitMs
  while (!condition()) {
    if (Date.now() > end) throw new Error('it did not happen in time')
    await new Promise((resolve_) => setTimeout(resolve_, 20))
  }
}

export function httpGuardArgs(
  { folder, contract }: World,
  upstream: string,
  options: readonly string[] = [],
): string[] {
  const store = ['--store', join(folder, 'records.db')]
  return [
    join(BUILD, 'guard.mjs'),
    'mcp',
    '--contract',
    contract,
    ...store,
    '--upstream',
    upstream,
    '--port',
    '0',
    ...options,
  ]
}

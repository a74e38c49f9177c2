import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compileContract, type CompiledContract } from '../../contract/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import {
  McpChaos,
  PinBook,
  pinFile,
  Relay,
  relayLines,
  Sessions,
  startHttpGuard,
  startServer,
  toolRules,
  type Log,
  type ToolRules,
} from '../../mcp/index.ts'
import { openStore } from '../../store/index.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { openChaos } from '../open-chaos.ts'
import { openContract } from '../open-contract.ts'
import { paintFor } from '../paint.ts'
import { contractWords } from '../words.ts'

const DEFAULT_STORE = '.holdfast/mcp.db'
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024
const DEFAULT_PORT = 9200
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Stand between an MCP client and a server and keep its tool calls to a contract.',
  args: '[command...]',
  options: [
    { flags: '-c, --contract <file>', summary: 'the contract to enforce' },
    {
      flags: '--server-name <name>',
      summary: 'judge tools as `mcp__name__tool`, as coding agents call them; without it by their own names',
    },
    { flags: '--session-id <name>', summary: 'one session across connections; without it one for each' },
    {
      flags: '--pins <file>',
      summary: 'hold back tools whose description or schema changed since first seen',
    },
    { flags: '--approve', summary: 'take the descriptions of this connection as approved' },
    { flags: '--store <location>', summary: `where records are kept (${DEFAULT_STORE})` },
    { flags: '--no-persist', summary: 'keep nothing beyond this process' },
    { flags: '--shadow', summary: 'decide and record, and never act' },
    { flags: '--max-message <bytes>', summary: `the largest message that is relayed (${MAX_MESSAGE_BYTES})` },
    {
      flags: '--upstream <url>',
      summary: 'guard a server that speaks streamable HTTP, such as http://127.0.0.1:3000/mcp',
    },
    { flags: '--port <number>', summary: 'with --upstream: where to listen (9200)' },
    {
      flags: '--host <address>',
      summary: 'with --upstream: on which address (127.0.0.1); any other than loopback needs a token',
    },
    {
      flags: '--token-file <file>',
      summary: 'with --upstream: a file with the token that clients must show; HOLDFAST_TOKEN works too',
    },
    {
      flags: '--chaos <file>',
      summary: 'inject the tool faults and attacks of this file, to see how an agent takes them',
    },
    { flags: '--chaos-profile <name>', summary: 'the same with a built-in profile, such as hostile_tools' },
    { flags: '--seed <text>', summary: 'with chaos: the same seed gives the same faults (0)' },
    { flags: '--json', summary: 'log one JSON object a line' },
  ],
  usesPlugins: 'named-only',
  examples: [
    {
      line: 'holdfast mcp --contract contract.yaml -- npx some-mcp-server --root .',
      explains: 'put it where the client starts the server; the exit code is the server’s',
    },
    {
      line: 'holdfast mcp --contract contract.yaml --upstream http://127.0.0.1:3000/mcp --port 9200',
      explains: 'clients then use http://127.0.0.1:9200/mcp',
    },
    {
      line: 'holdfast mcp --contract contract.yaml --chaos-profile hostile_tools -- npx some-mcp-server',
      explains: 'half of the calls answer with orders in place of data',
    },
  ],
  async run(args, options, io) {
    const contract = contractOf(options, io)
    if (contract === undefined) return 2
    const upstream = textOf(options, 'upstream')
    if (upstream !== undefined && args.length > 0)
      throw new HoldfastError('HF_USAGE', 'both a command and --upstream are given', 'name one server')
    if (upstream === undefined && args.length === 0)
      throw new HoldfastError(
        'HF_USAGE',
        'no server is named',
        'write its command after `--`, or add --upstream <url>',
      )
    const chaos = chaosOf(options, io)
    if (chaos === 'invalid') return 2
    const log = logTo(io, options['json'] === true)
    const rules = toolRules(contract, textOf(options, 'serverName'), pinsOf(options))
    const store =
      options['persist'] === false ? undefined : await openStore(textOf(options, 'store') ?? DEFAULT_STORE)
    const mode = options['shadow'] === true ? 'shadow' : 'enforce'
    const sessions = new Sessions({ contract, mode, nowMs: () => io.nowMs(), store, workdir: io.cwd })
    const parts = { sessions, rules, log, options, io, chaos }
    try {
      return upstream === undefined ? await guardCommand(args, parts) : await guardUrl(upstream, parts)
    } finally {
      await sessions.endAll()
      await store?.close()
    }
  },
})

interface Parts {
  readonly sessions: Sessions
  readonly rules: ToolRules
  readonly log: Log
  readonly options: OptionValues
  readonly io: CliIo
  readonly chaos: McpChaos | undefined
}

/** Tools are all an MCP server has: faults of a model and hostile questions pass elsewhere. */
const PLANES = { tool: ['tool'], llm: [], context: ['tool'] } as const

function chaosOf(options: OptionValues, io: CliIo): McpChaos | 'invalid' | undefined {
  const source = { file: textOf(options, 'chaos'), profile: textOf(options, 'chaosProfile') }
  if (source.file === undefined && source.profile === undefined) return undefined
  const plan = openChaos(source, PLANES, io)
  return plan === undefined ? 'invalid' : new McpChaos({ plan, seed: textOf(options, 'seed') ?? 0 })
}

async function guardCommand(
  command: readonly string[],
  { sessions, rules, log, options, io, chaos }: Parts,
): Promise<ExitCode> {
  const session = await sessions.get(textOf(options, 'sessionId') ?? `mcp-${randomUUID()}`)
  const server = await startServer(command, io.env)
  const signals = SIGNALS.map((name) => [name, () => server.signal(name)] as const)
  for (const [name, forward] of signals) process.on(name, forward)
  const code = await relayLines({
    relay: new Relay({ session, rules, log, ...(chaos && { chaos }) }),
    server,
    input: process.stdin,
    output: process.stdout,
    maxLineBytes: numberOf(options, 'maxMessage', MAX_MESSAGE_BYTES),
    log,
  })
  for (const [name, forward] of signals) process.off(name, forward)
  // whoever started us asked for the server, so its exit code is the answer, whatever ours mean
  return code as ExitCode
}

async function guardUrl(
  written: string,
  { sessions, rules, log, options, io, chaos }: Parts,
): Promise<ExitCode> {
  if (!/^https?:/iu.test(written) || !URL.canParse(written))
    throw new HoldfastError(
      'HF_USAGE',
      `\`${written}\` is not the URL of a server`,
      'such as http://127.0.0.1:3000/mcp',
    )
  const guard = await startHttpGuard({
    upstream: new URL(written),
    host: textOf(options, 'host') ?? '127.0.0.1',
    port: numberOf(options, 'port', DEFAULT_PORT),
    token: tokenOf(options, io),
    sessionId: textOf(options, 'sessionId'),
    sessions,
    rules,
    maxMessageBytes: numberOf(options, 'maxMessage', MAX_MESSAGE_BYTES),
    log,
    ...(chaos && { chaos }),
  })
  io.out(`${paintFor(io).bold('holdfast')} guards ${written} at ${guard.url}\n`)
  await new Promise<void>((resolve) => {
    for (const name of SIGNALS) process.once(name, () => resolve())
  })
  await guard.close()
  return 0
}

function tokenOf(options: OptionValues, io: CliIo): string | undefined {
  const file = textOf(options, 'tokenFile')
  const token = (file === undefined ? io.env['HOLDFAST_TOKEN'] : readFileSync(file, 'utf8'))?.trim()
  if (file !== undefined && (token === undefined || token === ''))
    throw new HoldfastError('HF_USAGE', `\`${file}\` holds no token`)
  return token === '' ? undefined : token
}

function contractOf(options: OptionValues, io: CliIo): CompiledContract | undefined {
  const file = textOf(options, 'contract')
  if (file === undefined) throw new HoldfastError('HF_USAGE', 'no contract is named', 'add --contract <file>')
  const opened = openContract(file, io)
  return opened === undefined
    ? undefined
    : compileContract(opened.contract, { vocabulary: contractWords(io) })
}

function pinsOf(options: OptionValues): PinBook | undefined {
  const file = textOf(options, 'pins')
  const isApproving = options['approve'] === true
  if (file !== undefined)
    return new PinBook(pinFile(file, textOf(options, 'serverName') ?? 'server'), isApproving)
  if (isApproving)
    throw new HoldfastError('HF_USAGE', '--approve needs a file to write to', 'add --pins <file>')
  return undefined
}

/** Only standard error: standard output belongs to the protocol. */
function logTo(io: CliIo, asJson: boolean): Log {
  const paint = paintFor(io)
  const colour = { info: paint.dim, warn: paint.yellow, error: paint.red }
  return (entry) =>
    io.err(
      asJson
        ? `${JSON.stringify({ at: new Date(io.nowMs()).toISOString(), ...entry })}\n`
        : `holdfast: ${colour[entry.level](entry.code)} ${entry.message}\n`,
    )
}

function textOf(options: OptionValues, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

function numberOf(options: OptionValues, name: string, otherwise: number): number {
  const written = textOf(options, name)
  if (written === undefined) return otherwise
  const value = Number(written)
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new HoldfastError('HF_USAGE', `\`${written}\` is not a whole number`)
}

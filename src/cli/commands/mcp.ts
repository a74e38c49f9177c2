import { randomUUID } from 'node:crypto'
import { compileContract, type CompiledContract } from '../../contract/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import {
  PinBook,
  pinFile,
  Relay,
  relayLines,
  Sessions,
  startServer,
  toolRules,
  type Log,
} from '../../mcp/index.ts'
import { openStore } from '../../store/index.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { openContract } from '../open-contract.ts'
import { paintFor } from '../paint.ts'

const DEFAULT_STORE = '.holdfast/mcp.db'
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024
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
    { flags: '--json', summary: 'log one JSON object a line' },
  ],
  examples: [
    {
      line: 'holdfast mcp --contract contract.yaml -- npx some-mcp-server --root .',
      explains: 'put it where the client starts the server; the exit code is the server’s',
    },
  ],
  async run(args, options, io) {
    const contract = contractOf(options, io)
    if (contract === undefined) return 2
    if (args.length === 0)
      throw new HoldfastError('HF_USAGE', 'no server is named', 'write its command after `--`')
    return guardStdio(args, contract, options, io)
  },
})

async function guardStdio(
  command: readonly string[],
  contract: CompiledContract,
  options: OptionValues,
  io: CliIo,
): Promise<ExitCode> {
  const log = logTo(io, options['json'] === true)
  const rules = toolRules(contract, textOf(options, 'serverName'), pinsOf(options))
  const store =
    options['persist'] === false ? undefined : await openStore(textOf(options, 'store') ?? DEFAULT_STORE)
  const mode = options['shadow'] === true ? 'shadow' : 'enforce'
  const sessions = new Sessions({ contract, mode, nowMs: () => io.nowMs(), store, workdir: io.cwd })
  try {
    const session = await sessions.get(textOf(options, 'sessionId') ?? `mcp-${randomUUID()}`)
    const server = await startServer(command, io.env)
    const signals = SIGNALS.map((name) => [name, () => server.signal(name)] as const)
    for (const [name, forward] of signals) process.on(name, forward)
    const code = await relayLines({
      relay: new Relay({ session, rules, log }),
      server,
      input: process.stdin,
      output: process.stdout,
      maxLineBytes: numberOf(options, 'maxMessage', MAX_MESSAGE_BYTES),
      log,
    })
    for (const [name, forward] of signals) process.off(name, forward)
    // whoever started us asked for the server, so its exit code is the answer, whatever ours mean
    return code as ExitCode
  } finally {
    await sessions.endAll()
    await store?.close()
  }
}

function contractOf(options: OptionValues, io: CliIo): CompiledContract | undefined {
  const file = textOf(options, 'contract')
  if (file === undefined) throw new HoldfastError('HF_USAGE', 'no contract is named', 'add --contract <file>')
  const opened = openContract(file, io)
  return opened === undefined ? undefined : compileContract(opened.contract)
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
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new HoldfastError('HF_USAGE', `\`${written}\` is not a whole number above 0`)
}

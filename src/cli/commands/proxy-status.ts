import { HoldfastError } from '../../kit/errors.ts'
import { defineCommand } from '../command.ts'
import type { CliIo } from '../io.ts'
import { paintFor } from '../paint.ts'

/** What the status page says, as far as this command shows it. */
interface Status {
  readonly version: string
  readonly uptimeS: number
  readonly store: string
  readonly failMode: string
  readonly traffic: Readonly<Record<string, number>>
  readonly contracts: readonly {
    readonly route: string
    readonly name: string
    readonly version: string
    readonly hash: string
    readonly mode: string
    readonly sessions: number
  }[]
  readonly sessions: readonly {
    readonly id: string
    readonly turns?: number
    readonly denied?: number
    readonly costUsd?: number
    readonly theta?: number
    readonly inFlight: number
  }[]
}

const TIMEOUT_MS = 5000

export const proxyStatus = defineCommand({
  name: 'proxy status',
  summary: 'Ask a running gateway what is in force and how its sessions stand.',
  options: [
    { flags: '--port <number>', summary: 'where it listens (9000)' },
    { flags: '--host <address>', summary: 'on which address (127.0.0.1)' },
    { flags: '--json', summary: 'the whole answer as JSON' },
  ],
  examples: [{ line: 'holdfast proxy status --port 9000', explains: 'exit 3 when nothing answers there' }],
  async run(_args, options, io) {
    const [host, port] = [options['host'] ?? '127.0.0.1', options['port'] ?? '9000'].map(String)
    const status = await statusOf(`http://${host!.includes(':') ? `[${host}]` : host}:${port}/status`, io)
    if (options['json'] === true) io.out(`${JSON.stringify(status)}\n`)
    else print(status, io)
    return 0
  },
})

async function statusOf(url: string, io: CliIo): Promise<Status> {
  const token = io.env['HOLDFAST_TOKEN']
  const reply = await fetch(url, {
    headers: token === undefined ? {} : { 'x-holdfast-token': token },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new HoldfastError(
      'HF_CANNOT_JUDGE',
      `no gateway answers at ${url}`,
      'is it running, and on this port?',
      {
        cause: error,
      },
    )
  })
  if (reply.status === 401)
    throw new HoldfastError('HF_USAGE', 'the gateway wants its token', 'set HOLDFAST_TOKEN')
  if (!reply.ok)
    throw new HoldfastError('HF_CANNOT_JUDGE', `the gateway answered with status ${reply.status}`)
  return (await reply.json()) as Status
}

function print({ version, uptimeS, store, failMode, traffic, contracts, sessions }: Status, io: CliIo): void {
  const paint = paintFor(io)
  io.out(`${paint.bold('holdfast')} ${version}, up ${uptimeS} s, records: ${store}, fail mode: ${failMode}\n`)
  for (const contract of contracts)
    io.out(
      `  ${contract.route}: ${paint.bold(contract.name)} ${contract.version} (${contract.hash}), ${contract.mode}, ${contract.sessions} sessions\n`,
    )
  io.out(
    `  ${Object.entries(traffic)
      .map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(4)}`)
      .join(' · ')}\n`,
  )
  for (const { id, turns, denied, costUsd, theta, inFlight } of sessions)
    io.out(
      `  ${id}  turns ${turns ?? 0} · denied ${denied ?? 0} · $${(costUsd ?? 0).toFixed(4)} · Θ ${theta?.toFixed(3) ?? 'not measured'}${inFlight > 0 ? ` · ${inFlight} under way` : ''}\n`,
    )
}

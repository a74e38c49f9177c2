import { compileContract, loadContract, type CompiledContract } from '../../contract/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { AgentEvent } from '../../model/index.ts'
import { PROVIDERS, startProxy, type Proxy, type UpstreamUrls } from '../../proxy/index.ts'
import type { ObservedRun } from './observed-run.ts'

/** Whose traffic it is, and who wants to know of it. */
export interface Traffic {
  readonly runOf: (token: string) => ObservedRun | undefined
  readonly sessionOf: (token: string) => string
  readonly hear: (event: AgentEvent) => void
}

export interface LabGatewayOptions {
  readonly upstream: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** A free one when absent. */
  readonly gatewayPort?: number | undefined
}

/** Of questions that are over nobody asks any more. */
const MOST_SESSIONS = 1_000

/** The gateway of a run: it carries chaos, judges nothing, and tells what it saw. */
export async function startGateway(
  { upstream, env, gatewayPort = 0 }: LabGatewayOptions,
  { runOf, sessionOf, hear }: Traffic,
): Promise<Proxy> {
  const contract = observingContract()
  return startProxy({
    contracts: [{ selector: { kind: 'default' }, load: () => contract }],
    port: gatewayPort,
    mode: 'shadow',
    upstreams: upstreamUrls(upstream),
    env,
    watch: false,
    mostSessions: MOST_SESSIONS,
    chaos: { runOf, sessionOf },
    telemetry: {
      begin: () => undefined,
      record: ({ event }) => hear(event),
      close: async () => undefined,
    },
  })
}

function observingContract(): CompiledContract {
  const { contract, problems } = loadContract('lab', OBSERVING, {
    readFile: () => ({ ok: false, reason: 'none' }),
  })
  if (contract === undefined) throw new Error(problems.map(({ message }) => message).join('; '))
  return compileContract(contract)
}

const OBSERVING = `
dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: lab
description: Looks on.
version: "1"
invariants: {}
`

function upstreamUrls(written: Readonly<Record<string, string>>): UpstreamUrls {
  for (const name of Object.keys(written))
    if (!(PROVIDERS as readonly string[]).includes(name))
      throw new HoldfastError(
        'HF_INVALID_FILE',
        `agent.upstream: there is no provider \`${name}\``,
        `use ${PROVIDERS.join(', ')}; what speaks the protocol of OpenAI is \`openai\``,
      )
  return written
}

import { compileContract, loadContract } from '../../src/contract/index.ts'
import { startProxy, type LogEntry, type Proxy, type ProxyOptions } from '../../src/proxy/index.ts'
import { memoryStore, type RecordStore } from '../../src/store/index.ts'
import type { SessionRecord } from '../../src/model/index.ts'
import { startUpstream, type Upstream } from './scripted-upstream.ts'

/** A contract whose process section is this text, indented by four. */
export function contractText(process: string, rest = ''): string {
  return `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: test-contract
description: "For tests."
version: "1.0"
invariants:
  process:
${process.replaceAll(/^(?=.)/gmu, '    ')}
${rest}`
}

export function loaderOf(text: string) {
  return () => {
    const { contract, problems } = loadContract('contract.yaml', text, {
      readFile: () => ({ ok: false, reason: 'no such file' }),
    })
    if (contract === undefined) throw new Error(problems.map(({ message }) => message).join('; '))
    return compileContract(contract)
  }
}

export const NO_RM = `
- tool_blocklist:
    id: no-destruction
    tools: ["rm -rf /*", "delete_*"]
`

export interface World extends AsyncDisposable {
  readonly upstream: Upstream
  readonly proxy: Proxy
  readonly store: RecordStore
  readonly logs: readonly LogEntry[]
  /** Every record of every session, in order. */
  records(): Promise<readonly SessionRecord[]>
}

/** A gateway on a free port, a provider behind it, and a store in memory. */
export async function startWorld(
  process: string,
  options: Partial<ProxyOptions> & { readonly rest?: string } = {},
): Promise<World> {
  const upstream = await startUpstream()
  const store = options.store ?? memoryStore()
  const logs: LogEntry[] = []
  const { rest, ...given } = options
  const proxy = await startProxy({
    contracts: [{ selector: { kind: 'default' }, load: loaderOf(contractText(process, rest)) }],
    port: 0,
    upstreams: {
      anthropic: upstream.url,
      openai: upstream.url,
      gemini: upstream.url,
      openrouter: upstream.url,
    },
    store,
    watch: false,
    log: (entry) => void logs.push(entry),
    ...given,
  })
  return {
    upstream,
    proxy,
    store,
    logs,
    async records() {
      const found: SessionRecord[] = []
      for await (const { sessionId } of store.sessions())
        for await (const record of store.read(sessionId)) found.push(record)
      return found
    },
    async [Symbol.asyncDispose]() {
      await proxy.close(0)
      await upstream.close()
    },
  }
}

import { watch, type FSWatcher } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { CompiledContract } from '../contract/index.ts'
import { reasonOf, type Log } from './log.ts'
import type { Tenant } from './tenant.ts'
import type { Upstreams } from './upstreams.ts'

/** Reads a contract from its files; throws with everything that is wrong with it. */
export type LoadContract = () => CompiledContract

export interface Reloadable {
  readonly tenant: Tenant
  readonly load: LoadContract
  readonly upstreamsOf: (contract: CompiledContract) => Upstreams
}

export interface ReloadResult {
  readonly contract: string
  readonly outcome: 'reloaded' | 'unchanged' | 'refused'
  readonly reason?: string
}

/** Takes up a changed contract. A broken one is refused loudly, and the last good one stays in force. */
export function reload({ tenant, load, upstreamsOf }: Reloadable, log: Log): ReloadResult {
  const before = tenant.guard.contract.contract
  try {
    const next = load()
    if (next.contract.hash === before.hash) return { contract: before.name, outcome: 'unchanged' }
    tenant.adopt(next, upstreamsOf(next))
    log({
      level: 'info',
      code: 'contract-reloaded',
      message: `${tenant.name}: ${next.contract.name} ${next.contract.version} (${next.contract.hash}) is in force`,
    })
    return { contract: next.contract.name, outcome: 'reloaded' }
  } catch (error) {
    const reason = reasonOf(error)
    log({
      level: 'error',
      code: 'contract-refused',
      message: `${tenant.name}: the changed contract is not taken, ${before.name} (${before.hash}) stays in force: ${reason}`,
    })
    return { contract: before.name, outcome: 'refused', reason }
  }
}

const SETTLE_MS = 100
const POLL_MS = 2000

/**
 * Watches the folders of the files, because editors replace files instead of writing into them, and looks by itself
 * now and then, because not every file system tells.
 */
export function watchContracts(reloadables: readonly Reloadable[], log: Log): () => void {
  const watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  const refusedBefore = new Map<Reloadable, string>()
  const look = (): void => {
    for (const reloadable of reloadables) {
      const said = refusedBefore.get(reloadable)
      const result = reload(
        reloadable,
        said === undefined ? log : (entry) => (entry.message.includes(said) ? undefined : log(entry)),
      )
      if (result.outcome === 'refused') refusedBefore.set(reloadable, result.reason ?? '')
      else refusedBefore.delete(reloadable)
    }
  }
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(look, SETTLE_MS)
    timer.unref()
  }
  const folders = new Set(
    reloadables.flatMap(({ tenant }) =>
      tenant.guard.contract.contract.files.map((file) => dirname(resolve(file))),
    ),
  )
  for (const folder of folders)
    try {
      watchers.push(watch(folder, soon).on('error', () => undefined))
    } catch {
      // the poll below still looks
    }
  const poll = setInterval(look, POLL_MS)
  poll.unref()
  return () => {
    clearInterval(poll)
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

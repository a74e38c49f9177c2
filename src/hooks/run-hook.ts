import { compileContract } from '../contract/compile-contract.ts'
import type { Contract } from '../contract/contract.ts'
import type { EventKind, JsonObject } from '../model/index.ts'
import { isFresh, readCachedContract, writeCachedContract } from './contract-cache.ts'
import { blocked, type HookHost, type HostReply } from './host.ts'
import { hostOf } from './hosts/index.ts'
import { judgeCall } from './judge-call.ts'
import { parseHookOptions, type HookOptions } from './options.ts'
import { isObject } from './payload.ts'
import type { PinnedPlugins } from './pinned-plugins.ts'
import type { ReadContract } from './read-contract.ts'
import { updateSession } from './session-file.ts'
import { contractCacheFile, holdfastHome, sessionsFolder, type Environment } from './state-folder.ts'
import { wordsOf } from './words.ts'

/** What a hook needs from its process. */
export interface HookWorld {
  readonly env: Environment
  readonly cwd: string
  nowMs(): number
  readStdin(): string
  /** The slow way to a contract, loaded only when it is needed. */
  readContract(
    file: string,
    plugins: PinnedPlugins | undefined,
  ): Promise<ReadContract & { readonly explained: string }>
  onJudged?(kind: EventKind): void
}

/** Wrong words on the command line; neither an answer (0) nor a block (2). */
export const USAGE_EXIT = 3

/** One payload in, one answer out. Whatever goes wrong inside becomes the host's block, unless told otherwise. */
export async function runHook(argv: readonly string[], world: HookWorld): Promise<HostReply> {
  const parsed = parseHookOptions(argv, world.cwd)
  if (!parsed.ok) return { exitCode: USAGE_EXIT, stdout: '', stderr: `holdfast hook: ${parsed.reason}\n` }
  const notes: string[] = []
  let payload: JsonObject | undefined
  try {
    payload = payloadIn(world.readStdin())
    const reply = await judgePayload(payload, parsed.options, world, (note) => notes.push(note))
    return { ...reply, stderr: `${notes.map((note) => `holdfast: ${note}\n`).join('')}${reply.stderr}` }
  } catch (error) {
    return failed(error, parsed.options, payload)
  }
}

/** The fail mode, in one place: what could not be judged does not pass. */
function failed(
  error: unknown,
  { failsOpen, contractFile }: HookOptions,
  payload: JsonObject | undefined,
): HostReply {
  const reason = error instanceof Error ? error.message : String(error)
  if (failsOpen) return letGo(`NOT JUDGED, let through (--fail-open): ${reason}`)
  // an agent that was sent back to work once must be able to stop, or a full disk keeps it working for ever
  if (payload?.['stop_hook_active'] === true) return letGo(`NOT JUDGED, allowed to stop: ${reason}`)
  return blocked(
    `holdfast could not judge this, so it does not pass: ${reason}\n(contract ${contractFile}; \`holdfast doctor\` tells more)`,
  )
}

function letGo(note: string): HostReply {
  return { exitCode: 0, stdout: '', stderr: `holdfast: ${note}\n` }
}

async function judgePayload(
  payload: JsonObject,
  options: HookOptions,
  world: HookWorld,
  note: (text: string) => void,
): Promise<HostReply> {
  const host: HookHost = hostOf(payload, options.host)
  const call = host.decode(payload)
  if (call === undefined) {
    const name = payload['hook_event_name']
    note(`${typeof name === 'string' ? `\`${name}\`` : 'this event'} holds nothing to judge`)
    return { exitCode: 0, stdout: '', stderr: '' }
  }
  const home = holdfastHome(world.env)
  const { contract, vocabulary = await wordsOf(contract) } = await currentContract(options, home, world, note)
  const compiled = compileContract(contract, { vocabulary })
  const { mode } = options
  const folder = sessionsFolder(home, options.contractFile)
  const answer = updateSession(folder, call.sessionId, (session) =>
    judgeCall(call, session, { compiled, vocabulary, mode, nowMs: () => world.nowMs() }),
  )
  world.onJudged?.(answer.event.kind)
  return host.encode(answer, call, payload)
}

/** Hosts send well under a megabyte; files written by tools may be larger. */
const MOST_CHARS = 64 * 1024 * 1024

function payloadIn(text: string): JsonObject {
  if (text.length > MOST_CHARS) throw new Error('the payload on stdin is too large')
  let payload: unknown
  try {
    payload = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch (error) {
    throw new Error(`stdin is not JSON (${(error as Error).message})`, { cause: error })
  }
  if (!isObject(payload)) throw new Error('stdin must be a JSON object')
  return payload
}

/** A contract, and the words it needs beyond the built-in ones. */
type Current = Pick<ReadContract, 'vocabulary'> & { readonly contract: Contract }

/** The contract as it is on disk now; one that no longer loads leaves the last good one in force. */
async function currentContract(
  { contractFile: file, plugins }: HookOptions,
  home: string,
  world: HookWorld,
  note: (text: string) => void,
): Promise<Current> {
  const cacheFile = contractCacheFile(home, file)
  const cached = readCachedContract(cacheFile)
  if (cached !== undefined && plugins === undefined && isFresh(cached)) return cached
  const { contract, files, explained, vocabulary } = await world.readContract(file, plugins)
  const words = vocabulary === undefined ? {} : { vocabulary }
  if (contract === undefined) {
    if (cached === undefined) throw new Error(`the contract does not load:\n${explained}`)
    note(`THE CONTRACT DOES NOT LOAD; the last good one stays in force:\n${explained}`)
    return { contract: cached.contract, ...words }
  }
  try {
    writeCachedContract(cacheFile, {
      contract,
      files,
      ...(vocabulary === undefined ? {} : { usesPlugin: true }),
    })
  } catch (error) {
    note(`the contract could not be kept for the next call: ${(error as Error).message}`)
  }
  return { contract, ...words }
}

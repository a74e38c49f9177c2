import { setMaxListeners } from 'node:events'
import type { Backends } from '../backends/backend.ts'
import type { Policy } from '../policy/policy.ts'
import type { McpSession, World } from '../world/world.ts'
import type { FaultHook } from './fault.ts'
import type { Plan } from './plan.ts'
import type { PreparedPolicy } from './prepared-policy.ts'
import type { RunGuard } from './run-guard.ts'
import type { Checkpointer } from '../state/checkpoint.ts'
import type { Workflow } from '../model.ts'

/** What a run and all its children have in common. */
export interface Shared {
  readonly world: World
  readonly backends: Backends
  /** Draws depend on it and on the address of the call alone. */
  readonly seed: string
  readonly dryRun: boolean
  /** A name for exactly this workflow and all it calls. */
  readonly fingerprint: string
  readonly faults: FaultHook | undefined
  readonly guard: RunGuard | undefined
  readonly clock: Deadline
  readonly mcp: McpSessions
  readonly checkpointer: Checkpointer | undefined
  planOf(workflow: Workflow): Plan
  prepared(policy: Policy): Promise<PreparedPolicy>
  backendsOf(workflow: Workflow): Backends
}

/** The moment a run must be over, and the signal that says so; made only when somebody waits for something. */
export class Deadline {
  readonly atMs: number
  readonly #world: World
  readonly #outer: AbortSignal | undefined
  #controller: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #cancel: (() => void) | undefined

  constructor(world: World, atMs: number, outer: AbortSignal | undefined) {
    this.#world = world
    this.atMs = atMs
    this.#outer = outer
  }

  signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController()
      this.#controller = controller
      // every child and every wait of a run listens to the same signal
      setMaxListeners(0, controller.signal)
      // a timer may wait for 2^31 ms at most
      const leftMs = Math.min(Math.max(0, this.atMs - this.#world.nowMs()), 2_147_483_647)
      this.#timer = setTimeout(() => controller.abort('deadline'), leftMs)
      if (this.#outer?.aborted === true) controller.abort('cancelled')
      this.#cancel = () => controller.abort('cancelled')
      this.#outer?.addEventListener('abort', this.#cancel, { once: true })
    }
    return this.#controller.signal
  }

  get isCancelled(): boolean {
    return this.#outer?.aborted === true
  }

  close(): void {
    if (this.#controller === undefined) return
    clearTimeout(this.#timer)
    if (this.#cancel !== undefined) this.#outer?.removeEventListener('abort', this.#cancel)
    // whoever still waits, a backend or a child process, is let go
    this.#controller.abort('over')
  }
}

const CLOSE_PATIENCE_MS = 1_000

/** One connection to each MCP server, opened when it is first needed. */
export class McpSessions {
  #sessions: Map<string, Promise<McpSession>> | undefined

  get(name: string, open: () => Promise<McpSession>): Promise<McpSession> {
    const sessions = (this.#sessions ??= new Map())
    let session = sessions.get(name)
    if (session === undefined) {
      session = open()
      sessions.set(name, session)
      // a failed start may be tried again
      session.catch(() => sessions.delete(name))
    }
    return session
  }

  async close(): Promise<void> {
    if (this.#sessions === undefined) return
    const opened = [...this.#sessions.values()]
    const closed = Promise.allSettled(opened.map(async (session) => (await session).close()))
    // a server that never came up is not waited for
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_PATIENCE_MS)))
    await Promise.race([closed, patience])
    clearTimeout(timer)
  }
}

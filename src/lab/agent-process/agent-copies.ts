import { reasonOf } from '../targets/answers.ts'
import { freePort } from './free-port.ts'
import { startGroup, type ProcessGroup } from './process-group.ts'
import { waitUntilReady, type Readiness } from './ready.ts'

export interface AgentCopiesOptions {
  /** `{port}` stands for the port of the copy. */
  readonly command: readonly string[]
  readonly cwd: string
  /** Of the copy of a lane. */
  readonly env: (lane: number, port: number) => Readonly<Record<string, string | undefined>>
  readonly readiness: (port: number) => Readiness
  readonly readyWithinMs: number
  /** Where the agent always listens; a free port for each copy when absent. */
  readonly fixedPort?: number
}

/** A running copy of the agent. */
export interface AgentCopy {
  readonly port: number
  readonly group: ProcessGroup
}

/** The copies of an agent the lab starts itself, one a lane. */
export interface AgentCopies {
  /** The copy of a lane; started when there is none, started again when it died. */
  of(lane: number): Promise<AgentCopy>
  /** Ends the copy of a lane, so that the next one starts from its first state. */
  discard(lane: number): Promise<void>
  close(): Promise<void>
}

/** A port can be taken between finding it and using it. */
const START_ATTEMPTS = 3

export function agentCopies(options: AgentCopiesOptions): AgentCopies {
  const copies = new Map<number, Promise<AgentCopy>>()
  let isClosed = false

  async function start(lane: number): Promise<AgentCopy> {
    for (let attempt = 1; ; attempt++)
      try {
        return await startCopy(options, lane)
      } catch (error) {
        const isTaken = /EADDRINUSE|address already in use/iu.test(reasonOf(error))
        if (options.fixedPort !== undefined || !isTaken || attempt >= START_ATTEMPTS) throw error
      }
  }

  const ending = new Set<Promise<void>>()

  function discard(lane: number): Promise<void> {
    const copy = copies.get(lane)
    copies.delete(lane)
    const end = (async () => (await copy?.catch(() => undefined))?.group.stop())()
    ending.add(end)
    return end.finally(() => ending.delete(end))
  }

  return {
    discard,
    async of(lane) {
      if (isClosed) throw new Error('the lab has closed the agent')
      const known = copies.get(lane)
      if (known !== undefined) {
        const copy = await known
        if (copy.group.isAlive()) return copy
        await discard(lane)
      }
      const starting = start(lane)
      copies.set(lane, starting)
      // a copy that could not start is tried afresh by the next question
      starting.catch(() => copies.delete(lane))
      return starting
    },
    async close() {
      isClosed = true
      for (const lane of copies.keys()) void discard(lane)
      // also those that were given up a moment ago
      await Promise.all(ending)
    },
  }
}

async function startCopy(options: AgentCopiesOptions, lane: number): Promise<AgentCopy> {
  const port = options.fixedPort ?? (await freePort())
  const command = options.command.map((word) => withPort(word, port))
  const group = await startGroup({ command, cwd: options.cwd, env: options.env(lane, port) })
  try {
    await waitUntilReady(
      group,
      options.readiness(port),
      options.readyWithinMs,
      `the agent \`${command.join(' ')}\``,
    )
  } catch (error) {
    await group.stop()
    throw error
  }
  return { port, group }
}

export function withPort(text: string, port: number): string {
  return text.replaceAll('{port}', String(port))
}

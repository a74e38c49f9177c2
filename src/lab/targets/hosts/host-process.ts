import { createInterface } from 'node:readline'
import { HoldfastError } from '../../../kit/errors.ts'
import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { startGroup, type ProcessGroup } from '../../agent-process/process-group.ts'
import { excerpt, type Outcome } from '../answers.ts'
import { toolDesk, type ToolDesk } from '../tool-desk.ts'
import type { Question } from '../../target.ts'
import { replyOf } from './host-reply.ts'

export interface HostOptions {
  /** The interpreter and the script that speaks the protocol. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** What is loaded first: the agent, its tools, its reset. */
  readonly load: JsonObject
  readonly loadWithinMs: number
  /** How the agent is called in messages. */
  readonly name: string
}

/** A process that holds one copy of the agent and answers one question at a time. */
export interface AgentHost {
  ask(question: Question, order: JsonObject): Promise<Outcome>
  reset(timeoutMs: number): Promise<void>
  readonly isAlive: () => boolean
  stop(): Promise<void>
}

interface Waiting {
  readonly desk: ToolDesk | undefined
  settle(message: JsonObject): void
}

/** Starts a host and lets it load the agent; an agent that does not load is a clear error. */
export async function startHost(options: HostOptions): Promise<AgentHost> {
  const group = await startGroup({ ...options, speaks: true })
  const host = new Host(group, options)
  try {
    await host.load()
  } catch (error) {
    await group.stop(0)
    throw error
  }
  return host
}

class Host implements AgentHost {
  readonly #group: ProcessGroup
  readonly #options: HostOptions
  readonly #waiting = new Map<number, Waiting>()
  #numbers = 0
  #onLoaded: ((message: JsonObject) => void) | undefined

  constructor(group: ProcessGroup, options: HostOptions) {
    this.#group = group
    this.#options = options
    const lines = createInterface({ input: group.stdout!, crlfDelay: Infinity })
    lines.on('line', (line) => this.#hear(line))
    void group.ended.then(() => this.#giveUp())
  }

  readonly isAlive = (): boolean => this.#group.isAlive()

  async load(): Promise<void> {
    const { name, load, loadWithinMs } = this.#options
    let timer: NodeJS.Timeout | undefined
    const message = await new Promise<JsonObject>((resolve) => {
      this.#onLoaded = resolve
      timer = setTimeout(() => resolve({ kind: 'late' }), loadWithinMs)
      this.#send({ kind: 'load', ...load })
    })
    clearTimeout(timer)
    this.#onLoaded = undefined
    if (message['kind'] === 'ready') return
    const why =
      message['kind'] === 'late'
        ? `it took longer than ${loadWithinMs} ms`
        : typeof message['message'] === 'string'
          ? message['message']
          : this.#endOfLog()
    throw new HoldfastError('HF_CANNOT_JUDGE', `${name} cannot be loaded: ${why}`)
  }

  async ask(question: Question, order: JsonObject): Promise<Outcome> {
    const desk = toolDesk(question)
    const message = await this.#request({ kind: 'ask', ...order }, desk)
    if (message['kind'] === 'done') return replyOf(message, desk.calls)
    return {
      reason: 'crashed',
      message: typeof message['message'] === 'string' ? excerpt(message['message']) : this.#endOfLog(),
    }
  }

  async reset(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<JsonObject>((resolve) => {
      timer = setTimeout(() => resolve({ message: `it took longer than ${timeoutMs} ms` }), timeoutMs)
    })
    const message = await Promise.race([this.#request({ kind: 'reset' }), late])
    clearTimeout(timer)
    if (message['kind'] === 'done') return
    const why = typeof message['message'] === 'string' ? message['message'] : this.#endOfLog()
    throw new HoldfastError('HF_CANNOT_JUDGE', `the agent could not be reset: ${why}`)
  }

  stop(): Promise<void> {
    // a host has nothing to put in order, and an agent in a busy loop does not hear a hint
    return this.#group.stop(0)
  }

  #request(message: JsonObject, desk?: ToolDesk): Promise<JsonObject> {
    const number = ++this.#numbers
    return new Promise((settle) => {
      this.#waiting.set(number, { desk, settle })
      if (!this.#group.isAlive()) return this.#giveUp()
      this.#send({ ...message, number })
    })
  }

  #send(message: JsonObject): void {
    this.#group.stdin!.write(`${JSON.stringify(message)}\n`)
  }

  #hear(line: string): void {
    const message = messageOf(line)
    if (message === undefined) return
    const { kind, number, asked } = message
    if (kind === 'ready' || kind === 'load-failed') return this.#onLoaded?.(message)
    if (kind === 'tool-call' || kind === 'tool-result')
      return this.#send({
        kind: 'reply',
        number: number!,
        ...adviceOf(message, this.#waiting.get(Number(asked))?.desk),
      })
    const waiting = this.#waiting.get(Number(number))
    this.#waiting.delete(Number(number))
    waiting?.settle(message)
  }

  /** Whoever waits for a process that is gone is told. */
  #giveUp(): void {
    this.#onLoaded?.({ kind: 'gone' })
    for (const waiting of this.#waiting.values()) waiting.settle({ kind: 'gone' })
    this.#waiting.clear()
  }

  #endOfLog(): string {
    const line = excerpt(this.#group.log.lastLine(), 300)
    return line === '' ? 'the process ended without a word' : `the process ended: ${line}`
  }
}

/** A call that belongs to no open question runs as it is. */
function adviceOf(message: JsonObject, desk: ToolDesk | undefined): JsonObject {
  if (message['kind'] === 'tool-call') {
    if (desk === undefined) return { callId: '', advice: 'run', delayMs: 0 }
    const { callId, action } = desk.before(message['tool'] as string, message['args'] as JsonObject)
    const { kind: advice, ...parameters } = action
    return { callId, advice, ...parameters }
  }
  const content = message['content'] as JsonValue
  const told = desk?.after(message['callId'] as string, message['ok'] === true, content) ?? content
  return { content: told, changed: told !== content }
}

function messageOf(line: string): JsonObject | undefined {
  try {
    const value = JSON.parse(line) as JsonValue
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined
  } catch {
    return undefined
  }
}

import type { AssignedPlan } from '../chaos/assign-planes.ts'
import type { ChaosRun, LedgerEntry, ToolAction } from '../chaos/chaos-run.ts'
import { createChaosRun } from '../chaos/create-chaos-run.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'
import { errorReply, isObject, resultReply, type RequestId } from './json-rpc.ts'
import type { OngoingCall, ToolSession } from './tool-session.ts'

export interface McpChaosOptions {
  readonly plan: AssignedPlan
  readonly seed: number | string
  readonly sleep?: (ms: number) => Promise<void>
}

/** Faults for tool calls; a connection is one invocation, so that nothing leaks from one to the next. */
export class McpChaos {
  private readonly bySession = new WeakMap<ToolSession, SessionChaos>()
  private opened = 0

  constructor(private readonly options: McpChaosOptions) {}

  of(session: ToolSession): SessionChaos {
    let chaos = this.bySession.get(session)
    if (chaos === undefined) {
      const { plan, seed, sleep = realSleep } = this.options
      const run = createChaosRun(plan, { seed, scenario: 'mcp', prompt: '', trial: this.opened })
      this.opened += 1
      this.bySession.set(session, (chaos = new SessionChaos(session, run, sleep)))
    }
    return chaos
  }
}

/** MCP's own code for a request that took too long. */
const REQUEST_TIMED_OUT = -32_001

export class SessionChaos {
  private readonly recorded = new Set<LedgerEntry>()

  constructor(
    private readonly session: ToolSession,
    private readonly run: ChaosRun,
    private readonly sleep: (ms: number) => Promise<void>,
  ) {}

  action({ callId, tool }: OngoingCall): ToolAction {
    const action = this.run.toolCall('tool', { callId, tool })
    this.record()
    return action
  }

  /** What the server answered, with what was smuggled into it. */
  attacked({ callId, tool }: OngoingCall, result: JsonValue): JsonValue {
    const content = isObject(result) ? result['content'] : undefined
    if (!isObject(result) || !Array.isArray(content)) return result
    const blocks = content as readonly JsonValue[]
    const at = blocks.findIndex((block) => isObject(block) && typeof block['text'] === 'string')
    const text = at < 0 ? '' : ((blocks[at] as JsonObject)['text'] as string)
    const told = this.run.toolResult('tool', { callId, tool }, text)
    this.record()
    if (told === text) return result
    const block = { ...(at < 0 ? { type: 'text' } : (blocks[at] as JsonObject)), text: asText(told) }
    return { ...result, content: at < 0 ? [...blocks, block] : blocks.with(at, block) }
  }

  wait(ms: number): Promise<void> {
    return ms > 0 ? this.sleep(ms) : Promise.resolve()
  }

  private record(): void {
    for (const entry of this.run.ledger) {
      if (this.recorded.has(entry)) continue
      this.recorded.add(entry)
      this.session.fault(entry)
    }
  }
}

/** A fault as an MCP server would answer it: tools fail in their result, and only a time-out is an error. */
export function faultReply(
  id: RequestId,
  action: Exclude<ToolAction, { kind: 'run' }>,
  isModern: boolean,
): JsonObject {
  if (action.kind === 'time-out')
    return errorReply(id, REQUEST_TIMED_OUT, `the tool timed out after ${action.afterMs} ms`)
  const text = action.kind === 'fail' ? `${action.status} ${action.message}` : action.text
  return resultReply(id, {
    ...(isModern ? { resultType: 'complete' } : {}),
    content: [{ type: 'text', text }],
    ...(action.kind === 'fail' ? { isError: true } : {}),
  })
}

export function waitMsOf(action: ToolAction): number {
  return action.delayMs + (action.kind === 'time-out' ? action.afterMs : 0)
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function realSleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

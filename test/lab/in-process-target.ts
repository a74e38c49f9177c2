import type { ChaosRun } from '../../src/chaos/index.ts'
import type { CheckedCall } from '../../src/contract/define-check.ts'
import type { Answer, Target } from '../../src/lab/target.ts'
import type { JsonObject, JsonValue } from '../../src/model/index.ts'

export class ToolFailed extends Error {}

/** What a small agent gets: its prompt and its tools, which really fail when a fault strikes. */
export interface SmallWorld {
  readonly prompt: string
  readonly lane: number
  readonly signal: AbortSignal
  readonly tool: (name: string, args?: JsonObject) => Promise<JsonValue>
}

export type SmallAgent = (world: SmallWorld) => Promise<string> | string

export interface InProcessOptions {
  readonly tools?: Readonly<Record<string, (args: JsonObject) => JsonValue>>
  readonly reset?: (lane: number) => void
  readonly mostLanes?: number
  /** Called in place of the agent when it returns an answer itself. */
  readonly answer?: (invocation: string) => Answer | undefined
  readonly costUsd?: number
  readonly name?: string
  readonly onOpen?: () => void
  readonly onClose?: () => void
}

/** An agent in this very process, with its tools on the tool plane. */
export function inProcessTarget(agent: SmallAgent, options: InProcessOptions = {}): Target {
  const { tools = {}, reset, mostLanes = 64, name = 'in-process', costUsd } = options
  return {
    name,
    planes: { tool: ['tool'], llm: [], context: ['boundary'] },
    mostLanes,
    async open() {
      options.onOpen?.()
    },
    async close() {
      options.onClose?.()
    },
    ...(reset === undefined ? {} : { reset: async (lane: number) => reset(lane) }),
    async ask({ prompt, invocation, chaos, lane, signal }) {
      const given = options.answer?.(invocation)
      if (given !== undefined) return given
      const calls: CheckedCall[] = []
      const started = performance.now()
      try {
        const output = await agent({
          prompt: chaos.input('boundary', prompt),
          lane,
          signal,
          tool: (tool, args = {}) => callTool(tools, chaos, calls, tool, args),
        })
        return {
          kind: 'answered',
          output,
          latencyMs: performance.now() - started,
          calls,
          ...(costUsd === undefined ? {} : { costUsd, usage: { input: 10, output: 5 } }),
        }
      } catch (error) {
        return {
          kind: 'failed',
          reason: 'crashed',
          message: (error as Error).message,
          latencyMs: performance.now() - started,
        }
      }
    },
  }
}

async function callTool(
  tools: NonNullable<InProcessOptions['tools']>,
  chaos: ChaosRun,
  calls: CheckedCall[],
  tool: string,
  args: JsonObject,
): Promise<JsonValue> {
  // a name drawn anew each time, as many frameworks do
  const seen = { callId: `${tool}-${Math.random().toString(36).slice(2)}`, tool }
  const action = chaos.toolCall('tool', seen)
  if (action.kind === 'fail' || action.kind === 'time-out') {
    const message = action.kind === 'fail' ? `${action.status} ${action.message}` : 'timed out'
    calls.push({ callId: seen.callId, tool, args, ok: false, result: message })
    throw new ToolFailed(message)
  }
  const real = action.kind === 'answer' ? action.text : (tools[tool]?.(args) ?? null)
  const result = chaos.toolResult('tool', seen, real)
  calls.push({ callId: seen.callId, tool, args, ok: true, result })
  return result
}

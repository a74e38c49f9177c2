import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosRun, ToolCallSeen } from '../chaos/index.ts'
import type { JsonValue } from '../model/index.ts'

/** Thrown in place of a tool's answer, as the tool's own client would. */
export class InjectedToolError extends Error {
  override readonly name = 'InjectedToolError'

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

const TIMED_OUT = 504

/** Runs a tool in the world that chaos has made. */
export async function runInChaos(
  chaos: ChaosRun,
  call: ToolCallSeen,
  execute: () => JsonValue | Promise<JsonValue>,
): Promise<JsonValue> {
  const action = chaos.toolCall('tool', call)
  if (action.delayMs > 0) await sleep(action.delayMs)
  switch (action.kind) {
    case 'run':
      return chaos.toolResult('tool', call, await execute())
    case 'answer':
      return chaos.toolResult('tool', call, action.text)
    case 'fail':
      throw new InjectedToolError(action.status, action.message)
    case 'time-out':
      await sleep(action.afterMs)
      throw new InjectedToolError(TIMED_OUT, `\`${call.tool}\` did not answer within ${action.afterMs} ms`)
  }
}

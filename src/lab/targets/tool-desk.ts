import type { ToolAction } from '../../chaos/chaos-run.ts'
import type { CheckedCall } from '../../contract/define-check.ts'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { Question } from '../target.ts'

/** Every tool call of one question passes here: chaos speaks first, and what came of it is written down. */
export interface ToolDesk {
  before(tool: string, args: JsonObject): { readonly callId: string; readonly action: ToolAction }
  /** What the agent gets in place of `content`; the very same value when nothing was done to it. */
  after(callId: string, ok: boolean, content: JsonValue): JsonValue
  readonly calls: readonly CheckedCall[]
}

export function toolDesk({ chaos }: Pick<Question, 'chaos'>): ToolDesk {
  const calls: CheckedCall[] = []
  const counts = new Map<string, number>()

  function conclude(callId: string, ok: boolean, result: JsonValue): void {
    const index = calls.findIndex((call) => call.callId === callId)
    const call = calls[index]
    if (call !== undefined) calls[index] = { ...call, ok, result }
  }

  return {
    calls,
    before(tool, args) {
      const count = (counts.get(tool) ?? 0) + 1
      counts.set(tool, count)
      const callId = `${tool}#${count}`
      calls.push({ callId, tool, args })
      const action = chaos.toolCall('tool', { callId, tool })
      if (action.kind === 'fail') conclude(callId, false, `${action.status} ${action.message}`)
      if (action.kind === 'time-out') conclude(callId, false, `timed out after ${action.afterMs} ms`)
      if (action.kind === 'answer') conclude(callId, true, action.text)
      return { callId, action }
    },
    after(callId, ok, content) {
      const tool = calls.find((call) => call.callId === callId)?.tool
      const told = ok && tool !== undefined ? chaos.toolResult('tool', { callId, tool }, content) : content
      conclude(callId, ok, told)
      return told
    },
  }
}

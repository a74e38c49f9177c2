import type { ChaosRun, LedgerEntry, Plane, ToolAction, ToolCallSeen } from '../../chaos/chaos-run.ts'
import type { ModelAction } from '../../chaos/model-action.ts'
import type { CheckedCall } from '../../contract/define-check.ts'
import type { JsonValue } from '../../model/index.ts'

/** The chaos of a question, and what the tool routes did with it. */
export class ObservedRun implements ChaosRun {
  readonly #run: ChaosRun
  readonly #calls = new Map<string, CheckedCall>()

  constructor(run: ChaosRun) {
    this.#run = run
  }

  /** What a routed tool returned is wanted here even when no attack will change it. */
  readonly touchesResults = (plane: Plane): boolean =>
    plane === 'tool' || (this.#run.touchesResults?.(plane) ?? true)

  /** Calls of tools behind an address, whoever decided on them. */
  get calls(): readonly CheckedCall[] {
    return [...this.#calls.values()]
  }

  get ledger(): readonly LedgerEntry[] {
    return this.#run.ledger
  }

  toolCall(plane: Plane, call: ToolCallSeen): ToolAction {
    const action = this.#run.toolCall(plane, call)
    if (plane === 'tool') this.#calls.set(call.callId, seenCall(call, action))
    return action
  }

  toolResult(plane: Plane, call: ToolCallSeen, content: JsonValue): JsonValue {
    const told = this.#run.toolResult(plane, call, content)
    const known = this.#calls.get(call.callId)
    if (plane === 'tool' && known !== undefined)
      this.#calls.set(call.callId, { ...known, ok: true, result: told })
    return told
  }

  modelCall(plane: Plane): ModelAction {
    return this.#run.modelCall(plane)
  }

  input(plane: Plane, prompt: string): string {
    return this.#run.input(plane, prompt)
  }
}

function seenCall({ callId, tool, url }: ToolCallSeen, action: ToolAction): CheckedCall {
  const call = { callId, tool, args: url === undefined ? {} : { url } }
  if (action.kind === 'fail') return { ...call, ok: false, result: `${action.status} ${action.message}` }
  if (action.kind === 'time-out')
    return { ...call, ok: false, result: `timed out after ${action.afterMs} ms` }
  return action.kind === 'answer' ? { ...call, ok: true, result: action.text } : call
}

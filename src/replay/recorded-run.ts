import type { ChaosRun, LedgerEntry, Plane, ToolAction, ToolCallSeen } from '../chaos/index.ts'
import { groupBy } from '../kit/group-by.ts'
import type { JsonValue } from '../model/index.ts'
import type { RecordedResponse } from './replay-session.ts'

/** Tools say what they said then; everything else is left to the chaos around it. */
export function recordedRun(
  responses: readonly RecordedResponse[],
  plane: Plane,
  around: ChaosRun,
): ChaosRun {
  return responses.length === 0 ? around : new RecordedRun(responses, plane, around)
}

class RecordedRun implements ChaosRun {
  readonly #responses: ReadonlyMap<string, readonly RecordedResponse[]>
  readonly #plane: Plane
  readonly #around: ChaosRun
  readonly #given = new Map<string, ToolAction>()
  readonly #calls = new Map<string, number>()
  readonly #ledger: LedgerEntry[] = []

  constructor(responses: readonly RecordedResponse[], plane: Plane, around: ChaosRun) {
    this.#responses = groupBy(responses, ({ tool }) => tool)
    this.#plane = plane
    this.#around = around
  }

  get ledger(): readonly LedgerEntry[] {
    return [...this.#around.ledger, ...this.#ledger]
  }

  toolCall(plane: Plane, call: ToolCallSeen): ToolAction {
    const faulted = this.#around.toolCall(plane, call)
    if (faulted.kind !== 'run' || plane !== this.#plane) return faulted
    return this.#given.get(call.callId) ?? this.#next(call) ?? faulted
  }

  /** In the order of recording; a tool that is asked more often than it was then repeats its last word. */
  #next({ tool, callId }: ToolCallSeen): ToolAction | undefined {
    const recorded = this.#responses.get(tool)
    if (recorded === undefined) return undefined
    const call = this.#calls.get(tool) ?? 0
    this.#calls.set(tool, call + 1)
    const action = actionOf(recorded[Math.min(call, recorded.length - 1)]!)
    this.#given.set(callId, action)
    this.#ledger.push({
      faultId: `recorded.${tool}`,
      fault: 'recorded_response',
      target: tool,
      plane: this.#plane,
      callId,
    })
    return action
  }

  toolResult(plane: Plane, call: ToolCallSeen, content: JsonValue): JsonValue {
    return this.#around.toolResult(plane, call, content)
  }

  modelCall(plane: Plane): ReturnType<ChaosRun['modelCall']> {
    return this.#around.modelCall(plane)
  }

  input(plane: Plane, prompt: string): string {
    return this.#around.input(plane, prompt)
  }

  touchesResults(plane: Plane): boolean {
    return this.#around.touchesResults?.(plane) ?? true
  }
}

function actionOf({ response, status = 200, latencyMs = 0 }: RecordedResponse): ToolAction {
  const text =
    typeof response === 'string' ? response : response === undefined ? '' : JSON.stringify(response)
  return status === 0 || status >= 400
    ? { kind: 'fail', status: status === 0 ? 500 : status, message: text, delayMs: latencyMs }
    : { kind: 'answer', text, delayMs: latencyMs }
}

import type { CheckedCall } from '../../../contract/define-check.ts'
import type { JsonObject, JsonValue, Usage } from '../../../model/index.ts'
import type { Outcome } from '../answers.ts'

/** An agent's own report about itself, beside the calls that were seen. */
export function replyOf(told: JsonObject, seen: readonly CheckedCall[]): Outcome {
  const { output } = told
  if (typeof output !== 'string')
    return { reason: 'bad-answer', message: 'the agent answered without a text' }
  const usage = usageOf(told['usage'])
  const costUsd = told['costUsd'] ?? told['cost_usd']
  return {
    output,
    calls: mergeCalls(seen, callsOf(told['calls'])),
    ...(usage !== undefined && { usage }),
    ...(typeof costUsd === 'number' && { costUsd }),
  }
}

/** What was seen counts; what is only told is taken for tools nobody could see. */
function mergeCalls(seen: readonly CheckedCall[], told: readonly CheckedCall[]): readonly CheckedCall[] {
  if (told.length === 0) return seen
  const known = new Set(seen.map(({ tool }) => tool))
  return [...seen, ...told.filter(({ tool }) => !known.has(tool))]
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function callsOf(value: JsonValue | undefined): readonly CheckedCall[] {
  if (!Array.isArray(value)) return []
  return (value as readonly JsonValue[]).flatMap((call, index): CheckedCall[] => {
    if (!isObject(call)) return []
    const tool = call['tool'] ?? call['name']
    if (typeof tool !== 'string') return []
    const { args, ok, result } = call
    return [
      {
        callId: typeof call['callId'] === 'string' ? call['callId'] : `told-${index + 1}`,
        tool,
        args: isObject(args) ? args : {},
        ...(typeof ok === 'boolean' && { ok }),
        ...(result !== undefined && { result }),
      },
    ]
  })
}

function usageOf(value: JsonValue | undefined): Usage | undefined {
  if (!isObject(value)) return undefined
  const input = value['input'] ?? value['input_tokens'] ?? value['prompt_tokens']
  const output = value['output'] ?? value['output_tokens'] ?? value['completion_tokens']
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : undefined
}

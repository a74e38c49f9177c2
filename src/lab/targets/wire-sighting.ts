import type { CheckedCall } from '../../contract/define-check.ts'
import type { AgentEvent, Usage } from '../../model/index.ts'
import type { Sighting } from './interposition.ts'

/** What the events of the gateway say about one question: calls with their results, tokens, dollars. */
export function sightingOf(events: readonly AgentEvent[]): Sighting {
  const calls = new Map<string, CheckedCall>()
  let usage: Usage | undefined
  let costUsd: number | undefined
  for (const event of events) {
    if (event.kind === 'tool-call') {
      const { callId, tool, args } = event
      calls.set(callId, { ...calls.get(callId), callId, tool, args })
    } else if (event.kind === 'tool-result') {
      const { callId, tool, ok, content } = event
      const known = calls.get(callId)
      calls.set(callId, { callId, tool: known?.tool ?? tool, args: known?.args ?? {}, ok, result: content })
    } else if (event.kind === 'model-response') {
      if (event.usage !== undefined) usage = sum(usage, event.usage)
      if (event.costUsd !== undefined) costUsd = (costUsd ?? 0) + event.costUsd
    }
  }
  return {
    calls: [...calls.values()],
    ...(usage !== undefined && { usage }),
    ...(costUsd !== undefined && { costUsd }),
  }
}

function sum(left: Usage | undefined, right: Usage): Usage {
  if (left === undefined) return right
  const optional = (key: 'cacheRead' | 'cacheWrite' | 'reasoning') => {
    const total = (left[key] ?? 0) + (right[key] ?? 0)
    return total === 0 ? {} : { [key]: total }
  }
  return {
    input: left.input + right.input,
    output: left.output + right.output,
    ...optional('cacheRead'),
    ...optional('cacheWrite'),
    ...optional('reasoning'),
  }
}

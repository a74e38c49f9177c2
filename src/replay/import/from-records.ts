import type { SessionRecord } from '../../model/index.ts'
import type { RecordedResponse, ReplaySession } from '../replay-session.ts'
import { replayOf, type Said } from './conversation.ts'

/** A session that the proxy, a hook, the SDK or the MCP guard recorded. */
export function replayOfRecords(id: string, records: readonly SessionRecord[]): ReplaySession | undefined {
  const said: Said[] = []
  const toolResponses: RecordedResponse[] = []
  const failures: string[] = []
  let system: string | undefined
  for (const { event, decision, folded } of records) {
    if (folded !== true) failures.push(...decision.findings.map(({ clauseId }) => clauseId))
    switch (event.kind) {
      case 'model-request':
        system ??= event.system
        break
      case 'turn-start':
        if (event.input !== undefined) said.push({ role: 'user', content: event.input })
        break
      case 'turn-end':
        if (event.output !== undefined && event.output !== '')
          said.push({ role: 'assistant', content: event.output })
        break
      case 'tool-result':
        toolResponses.push({
          tool: event.tool,
          response: event.content,
          status: event.ok ? 200 : 500,
          ...(event.latencyMs === undefined ? {} : { latencyMs: event.latencyMs }),
        })
        break
      default:
        break
    }
  }
  const [first] = records
  return replayOf({
    id,
    source: first?.event.surface ?? 'session',
    ...(first === undefined
      ? {}
      : { capturedAt: new Date(first.event.atMs).toISOString(), contract: first.contract.name }),
    said: system === undefined ? said : [{ role: 'system', content: system }, ...said],
    toolResponses,
    ...(failures.length === 0 ? {} : { failure: `breaks ${[...new Set(failures)].join(', ')}` }),
  })
}

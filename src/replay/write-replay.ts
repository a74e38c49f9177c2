import { stringify } from 'yaml'
import type { ReplaySession } from './replay-session.ts'
import { chaosSection } from './chaos-section.ts'

/** A session as a file that people can read and change; reading it again gives the same session. */
export function writeReplay(session: ReplaySession): string {
  const { id, name, source, capturedAt, input, context, toolResponses, expectedFailure } = session
  const { contract, chaos, draw, invariants } = session
  return stringify(
    {
      id,
      name,
      source,
      captured_at: capturedAt,
      input,
      context: context.length === 0 ? undefined : context,
      tool_responses:
        toolResponses.length === 0
          ? undefined
          : toolResponses.map(({ tool, response, status, latencyMs }) => ({
              tool,
              response,
              status,
              latency_ms: latencyMs,
            })),
      expected_failure: expectedFailure,
      contract,
      chaos: chaos === undefined || chaos.faults.length === 0 ? undefined : chaosSection(chaos),
      draw,
      invariants,
    },
    { lineWidth: 110, aliasDuplicateObjects: false },
  )
}

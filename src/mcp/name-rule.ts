import type { CompiledContract } from '../contract/index.ts'
import { createGuard } from '../guard/index.ts'

/** What the two list operators say about a name alone; everything else depends on the arguments or the moment. */
const ABOUT_THE_NAME = new Set(['tool-blocked', 'tool-not-allowed'])
const MOST_NAMES = 10_000

/**
 * Whether the contract denies a tool whatever its arguments. Asked of a guard like the real one, with an empty
 * call in a session of its own, so that list and call cannot disagree; nothing is recorded.
 */
export function neverAllowed(contract: CompiledContract): (tool: string) => boolean {
  const guard = createGuard({ contract, nowMs: () => 0 })
  const known = new Map<string, boolean>()
  return (tool) => {
    let isNever = known.get(tool)
    if (isNever === undefined) {
      const { decision } = guard.judge({ kind: 'tool-call', sessionId: tool, callId: '', tool, args: {} })
      guard.forget(tool)
      isNever = decision.findings.some(({ code, verdict }) => verdict === 'deny' && ABOUT_THE_NAME.has(code))
      if (known.size >= MOST_NAMES) known.clear()
      known.set(tool, isNever)
    }
    return isNever
  }
}

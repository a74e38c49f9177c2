import { wasRefused } from '../../backtest/index.ts'
import { counted } from '../counted.ts'
import { NOTHING_MINED, type Miner } from '../miner.ts'
import { howRare } from '../rule-of-three.ts'

/** Tools that were called, and no others. */
export function toolMiner(): Miner {
  const calls = new Map<string, number>()
  let sessions = 0
  return {
    add({ steps }) {
      sessions += 1
      for (const step of steps)
        // history told again names a tool but is no call of its own
        if (step.event.kind === 'tool-call' && !wasRefused(step))
          calls.set(step.event.tool, (calls.get(step.event.tool) ?? 0) + (step.isFolded ? 0 : 1))
    },
    mined() {
      if (calls.size === 0) return { ...NOTHING_MINED, leftOut: ['tool_allowlist: no tool was called'] }
      const tools = [...calls.keys()].toSorted()
      if (tools.some((tool) => tool.trim() === ''))
        return { ...NOTHING_MINED, leftOut: ['tool_allowlist: a tool without a name was called'] }
      const total = [...calls.values()].reduce((sum, count) => sum + count, 0)
      const most = tools.reduce((best, tool) => (calls.get(tool)! > calls.get(best)! ? tool : best))
      return {
        clauses: [
          {
            id: 'only-known-tools',
            operator: 'tool_allowlist',
            options: { tools },
            evidence: `${counted(total, 'call')} of ${counted(tools.length, 'tool')} in ${counted(sessions, 'session')}, most of them ${most} (${calls.get(most)!}); no other tool was called, ${howRare(sessions, 'call one')}.`,
          },
        ],
        leftOut: [],
      }
    },
  }
}

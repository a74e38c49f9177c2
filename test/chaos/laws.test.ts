import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  assignPlanes,
  createChaosRun,
  mergePlans,
  readChaos,
  type Invocation,
  type PlannedChaosRun,
} from '../../src/chaos/index.ts'
import type { JsonObject } from '../../src/model/index.ts'

const PLANES = { tool: ['tool'], llm: ['wire'], context: ['tool', 'wire'] } as const
const invocation: Invocation = { seed: 1, scenario: 's', prompt: 'p', trial: 0 }

function start(section: JsonObject, named: Partial<Invocation> = {}): PlannedChaosRun {
  const assigned = assignPlanes(readChaos(section), PLANES)
  if (assigned.kind !== 'assigned') throw new Error(assigned.problems[0]?.message)
  return createChaosRun(assigned.plan, { ...invocation, ...named })
}

const toolMode = fc.constantFrom('timeout', 'error', 'malformed', 'slow', 'malicious_response')
const llmMode = fc.constantFrom(
  'timeout',
  'truncated_response',
  'rate_limit',
  'empty',
  'garbage',
  'stream_cut',
  'partial_tool_call',
  'slow_stream',
  'server_error',
  'overloaded',
)
const attack = fc.constantFrom(
  'indirect_injection',
  'memory_poisoning',
  'overflow',
  'conflicting_context',
  'injection_via_context',
)
const schedule = fc.record(
  {
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
    after_calls: fc.nat(5),
    times: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: [] },
)
const section: fc.Arbitrary<JsonObject> = fc.record({
  tool_faults: fc.array(
    fc
      .tuple(fc.constantFrom('a', 'b', '*'), toolMode, schedule)
      .map(([tool, mode, when]) => ({ tool, mode, ...when })),
    { maxLength: 4 },
  ),
  llm_faults: fc.array(
    fc.tuple(llmMode, schedule).map(([mode, when]) => ({ mode, ...when })),
    { maxLength: 4 },
  ),
  context_attacks: fc.array(
    fc.tuple(attack, schedule).map(([type, when]) => ({
      type,
      ...when,
      ...(type === 'overflow' ? { inject_tokens: 5 } : {}),
    })),
    { maxLength: 3 },
  ),
})

type Act =
  | { readonly kind: 'tool'; readonly tool: string }
  | { readonly kind: 'model' }
  | { readonly kind: 'input' }
const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    fc.constantFrom('a', 'b', 'c').map((tool) => ({ kind: 'tool', tool }) as const),
    fc.constantFrom<Act>({ kind: 'model' }, { kind: 'input' }),
  ),
  { maxLength: 20 },
)

function perform(run: PlannedChaosRun, act: Act, index: number): unknown {
  if (act.kind === 'model') return JSON.stringify(run.modelCall('wire'))
  if (act.kind === 'input') return run.input('wire', `question ${index}`)
  const call = { callId: String(index), tool: act.tool }
  return [run.toolCall('tool', call), run.toolResult('tool', call, { price: 12 })]
}

const play = (run: PlannedChaosRun, script: readonly Act[]): readonly unknown[] => [
  ...script.map((act, index) => perform(run, act, index)),
  run.ledger,
]

test('the same seed gives the same world', () => {
  fc.assert(
    fc.property(section, acts, fc.integer(), (chaos, script, seed) => {
      expect(play(start(chaos, { seed }), script)).toEqual(play(start(chaos, { seed }), script))
    }),
  )
})

test('runs that are interleaved do not move each other', () => {
  fc.assert(
    fc.property(section, acts, (chaos, script) => {
      const alone = play(start(chaos), script)
      const one = start(chaos)
      const other = start(chaos, { trial: 1 })
      const mixed = script.map((act, index) => {
        perform(other, act, index)
        return perform(one, act, index)
      })
      expect([...mixed, one.ledger]).toEqual(alone)
    }),
  )
})

test('nothing fires at probability 0', () => {
  fc.assert(
    fc.property(toolMode, llmMode, attack, acts, (tool, llm, type, script) => {
      const run = start({
        tool_faults: [{ tool: '*', mode: tool, probability: 0 }],
        llm_faults: [{ mode: llm, probability: 0 }],
        context_attacks: [{ type, trigger_probability: 0 }],
      })
      play(run, script)
      expect(run.ledger).toEqual([])
    }),
  )
})

test('everything fires at probability 1, on every call', () => {
  fc.assert(
    fc.property(toolMode, fc.integer({ min: 1, max: 20 }), fc.integer(), (mode, calls, seed) => {
      const run = start({ tool_faults: [{ tool: 'a', mode, probability: 1 }] }, { seed })
      for (let call = 0; call < calls; call += 1) run.toolCall('tool', { callId: String(call), tool: 'a' })
      expect(run.ledger).toHaveLength(calls)
    }),
  )
})

test('after_calls leaves exactly so many calls clean', () => {
  fc.assert(
    fc.property(fc.nat(8), fc.nat(20), (afterCalls, calls) => {
      const run = start({
        tool_faults: [{ tool: 'a', mode: 'error', after_calls: afterCalls }],
        llm_faults: [{ mode: 'server_error', after_calls: afterCalls }],
      })
      const clean = (refused: boolean, call: number): void => expect(refused).toBe(call >= afterCalls)
      for (let call = 0; call < calls; call += 1) {
        clean(run.toolCall('tool', { callId: String(call), tool: 'a' }).kind === 'fail', call)
        clean(run.modelCall('wire').refusal !== undefined, call)
      }
    }),
  )
})

test('times is the most it fires', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.nat(20), (times, calls) => {
      const run = start({ llm_faults: [{ mode: 'server_error', times }] })
      for (let call = 0; call < calls; call += 1) run.modelCall('wire')
      expect(run.ledger).toHaveLength(Math.min(times, calls))
    }),
  )
})

test('a fault changes nothing but its own surface', () => {
  fc.assert(
    fc.property(section, acts, (chaos, script) => {
      const only = (key: string): PlannedChaosRun => start({ [key]: chaos[key] ?? [] })
      for (const [index, act] of script.entries()) {
        if (act.kind !== 'tool') {
          const tools = only('tool_faults')
          expect(tools.modelCall('wire')).toEqual({ delayMs: 0, edits: [] })
          expect(tools.input('wire', 'q')).toBe('q')
          expect(only('llm_faults').input('wire', 'q')).toBe('q')
        } else {
          const call = { callId: String(index), tool: act.tool }
          expect(only('llm_faults').toolCall('tool', call)).toEqual({ kind: 'run', delayMs: 0 })
          expect(only('context_attacks').toolCall('tool', call)).toEqual({ kind: 'run', delayMs: 0 })
          expect(only('tool_faults').toolResult('tool', call, 'r')).toBe('r')
        }
      }
    }),
  )
})

test('calls of other tools do not move what happens to a tool', () => {
  const chaos = { tool_faults: [{ tool: '*', mode: 'error', probability: 0.5 }] }
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }), fc.integer(), (tools, seed) => {
      const fates = (script: readonly string[]): readonly string[] => {
        const run = start(chaos, { seed })
        return script.flatMap((tool, index) => {
          const { kind } = run.toolCall('tool', { callId: String(index), tool })
          return tool === 'a' ? [kind] : []
        })
      }
      expect(fates(tools)).toEqual(fates(tools.filter((tool) => tool === 'a')))
    }),
  )
})

test('another fault does not move the draws of the first', () => {
  const first = readChaos({ tool_faults: [{ tool: 'a', mode: 'error', probability: 0.5 }] })
  fc.assert(
    fc.property(section, fc.integer(), (chaos, seed) => {
      const firedOn = (plan: ReturnType<typeof readChaos>): readonly (string | undefined)[] => {
        const assigned = assignPlanes(plan, PLANES)
        if (assigned.kind !== 'assigned') throw new Error('not assigned')
        const run = createChaosRun(assigned.plan, { ...invocation, seed })
        for (let call = 0; call < 12; call += 1) run.toolCall('tool', { callId: String(call), tool: 'a' })
        return run.ledger.filter(({ faultId }) => faultId === 'tool.a.error').map(({ callId }) => callId)
      }
      expect(firedOn(mergePlans(first, readChaos(chaos)))).toEqual(firedOn(first))
    }),
  )
})

test('a call that is told again meets the same fate, and fires once', () => {
  fc.assert(
    fc.property(section, fc.constantFrom('a', 'b'), (chaos, tool) => {
      const run = start(chaos)
      const call = { callId: 'x', tool }
      const first = [run.toolCall('tool', call), run.toolResult('tool', call, { price: 12 })]
      const fired = run.ledger.length
      expect([run.toolCall('tool', call), run.toolResult('tool', call, { price: 12 })]).toEqual(first)
      expect(run.ledger).toHaveLength(fired)
    }),
  )
})

test('about as many calls are hit as the probability says', () => {
  const run = start({ tool_faults: [{ tool: 'a', mode: 'error', probability: 0.3 }] })
  for (let call = 0; call < 4000; call += 1) run.toolCall('tool', { callId: String(call), tool: 'a' })
  expect(run.ledger.length / 4000).toBeCloseTo(0.3, 1)
})

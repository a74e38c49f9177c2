import { expect, test } from 'vitest'
import {
  activeChaos,
  assignPlanes,
  chaosShape,
  faultIds,
  findProfile,
  mergePlans,
  PROFILES,
  readChaos,
  scenarioShape,
} from '../../src/chaos/index.ts'
import { parseYaml, sourceText, type RawProblem } from '../../src/kit/source/index.ts'
import type { Shape } from '../../src/kit/shape/index.ts'

function read<T>(
  shape: Shape<T>,
  text: string,
): { readonly value: T | undefined; readonly problems: readonly string[] } {
  const source = sourceText('chaos.yaml', text)
  const { root } = parseYaml(source)
  const found: RawProblem[] = []
  const value =
    root && shape.read(root, { path: '', subject: '', lenient: false, report: (raw) => found.push(raw) })
  return {
    value,
    problems: found.map(({ level = 'error', offset, message, hint }) => {
      const { line, column } = source.positionOf(offset)
      return `${line}:${column} ${level}: ${message}${hint === undefined ? '' : ` (${hint})`}`
    }),
  }
}

test('an unknown mode is named, with the nearest known one', () => {
  const { value, problems } = read(chaosShape, 'tool_faults:\n  - tool: a\n    mode: eror\n')
  expect(value).toBeUndefined()
  expect(problems).toEqual([
    '3:11 error: unknown fault `eror` in tool_faults[0].mode (did you mean `error`?)',
  ])
})

test('every problem is told in one go', () => {
  const { problems } = read(
    chaosShape,
    `tool_faults:
  - mode: error
    probabilty: 0.5
llm_faults:
  - mode: truncated_response
    max_tokens: 0
    after_calls: -1
context_attacks:
  - type: overflo
  - type: memory_poisoning
    strategy: appendix
`,
  )
  expect(problems).toEqual([
    '3:5 error: unknown key `probabilty` in tool_faults[0] (did you mean `probability`?)',
    '2:5 error: tool_faults[0].tool is required and must be str',
    '6:17 error: llm_faults[0].max_tokens must be a whole number ≥ 1, not 0',
    '7:18 error: llm_faults[0].after_calls must be a whole number ≥ 0, not -1',
    '9:11 error: unknown attack `overflo` in context_attacks[0].type (did you mean `overflow`?)',
    '11:15 error: context_attacks[1].strategy must be "append", "prepend" or "replace", not "appendix" (did you mean "append"?)',
  ])
})

test('an option of another mode is known, and told to have no effect', () => {
  const { value, problems } = read(
    chaosShape,
    'tool_faults:\n  - { tool: a, mode: malformed, delay_ms: 5 }\n',
  )
  expect(value && faultIds(value)).toEqual(['tool.a.malformed'])
  expect(problems).toEqual([
    '2:33 warning: tool_faults[0].delay_ms has no effect with `mode: malformed` (remove it)',
  ])
})

test('attacks may stand in a list or under their names', () => {
  const list = read(
    chaosShape,
    'context_attacks: [{type: overflow, inject_tokens: 5}, {type: memory_poisoning}]\n',
  )
  const map = read(chaosShape, 'context_attacks: {overflow: {inject_tokens: 5}, memory_poisoning: }\n')
  expect(map.problems).toEqual([])
  expect(map.value?.faults.map(({ id, options }) => [id, options])).toEqual(
    list.value?.faults.map(({ id, options }) => [id, options]),
  )
})

test('an attack that is switched off is gone, in a list and under its name', () => {
  const text = 'context_attacks: {overflow: false, memory_poisoning: {enabled: false}}\n'
  expect(read(chaosShape, text).value?.faults).toEqual([])
  expect(read(chaosShape, 'context_attacks: [{type: overflow, enabled: false}]\n').value?.faults).toEqual([])
})

test('a place that no attack can arrive at is told, and the usual one is taken', () => {
  const { value, problems } = read(chaosShape, 'context_attacks: [{type: overflow, inject_at: step_2}]\n')
  expect(value?.faults[0]?.arrives).toBe('input')
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain('1:47 warning')
})

test('a window that never comes is an error', () => {
  const { problems } = read(chaosShape, 'llm_faults: [{mode: empty, window: {from: 3, to: 2}}]\n')
  expect(problems).toEqual(['1:36 error: llm_faults[0].window ends before it starts: `to` is 2, `from` is 3'])
})

test('a scenario has a name and its chaos; empty lists are no chaos', () => {
  const { value, problems } = read(scenarioShape, 'name: no-chaos\ntool_faults: []\nllm_faults:\n')
  expect(problems).toEqual([])
  expect(value).toEqual({ name: 'no-chaos', description: '', plan: { faults: [] } })
  expect(activeChaos(value!.plan)).toEqual({ tool: false, llm: false, context: false })
})

test('the seed’s own matrix is read as it stands', () => {
  const texts = [
    'name: search-tool-down\ntool_faults:\n  - tool: market_data_api\n    mode: error\n    error_code: 503\n',
    'name: llm-degraded\nllm_faults:\n  - mode: truncated_response\n    max_tokens: 20\n',
  ]
  const scenarios = texts.map((text) => read(scenarioShape, text))
  expect(scenarios.flatMap(({ problems }) => problems)).toEqual([])
  expect(scenarios.map(({ value }) => value && faultIds(value.plan))).toEqual([
    ['tool.market_data_api.error'],
    ['llm.truncated_response'],
  ])
})

test('there are seven profiles, and a near miss is named', () => {
  expect(PROFILES.map(({ name }) => name)).toEqual([
    'api_outage',
    'cascading_failure',
    'degraded_llm',
    'high_latency',
    'hostile_tools',
    'indirect_injection',
    'model_version_drift',
  ])
  expect(() => findProfile('api-outage')).toThrow('unknown chaos profile `api-outage`')
})

test('plans add up, and twins get numbers', () => {
  const plan = mergePlans(
    readChaos({ llm_faults: [{ mode: 'empty' }] }),
    readChaos({ llm_faults: [{ mode: 'empty' }] }),
  )
  expect(faultIds(plan)).toEqual(['llm.empty', 'llm.empty#2'])
})

test('each fault takes the deepest plane it can', () => {
  const plan = readChaos({
    tool_faults: [
      { tool: 'a', mode: 'error' },
      { tool: 'a', mode: 'error', plane: 'wire' },
    ],
    llm_faults: [{ mode: 'stream_cut' }],
    context_attacks: [{ type: 'overflow' }, { type: 'indirect_injection' }],
  })
  const assigned = assignPlanes(plan, {
    tool: ['tool', 'wire'],
    llm: ['wire', 'boundary'],
    context: ['tool', 'wire', 'boundary'],
  })
  expect(assigned.kind === 'assigned' && assigned.plan.faults.map(({ plane }) => plane)).toEqual([
    'tool',
    'wire',
    'wire',
    'wire',
    'tool',
  ])
})

test('a Python agent without tools gets a clear error', () => {
  const plan = readChaos({ tool_faults: [{ tool: 'search', mode: 'error' }] })
  expect(assignPlanes(plan, { tool: [], llm: ['boundary'], context: ['boundary'] }, 'python')).toEqual({
    kind: 'impossible',
    problems: [
      {
        code: 'fault-not-injectable',
        faultId: 'tool.search.error',
        path: 'tool_faults[0]',
        offset: 0,
        message:
          '`tool.search.error` cannot be injected on an agent of `type: python`: tool fault injection needs an explicit list of tool callables (`agent.tools`) or `agent.tool_registry`',
        hint: 'name the tools in `agent.tools` or `agent.tool_registry`, give their URLs in `tools`, or let the agent reach its model through the gateway',
      },
    ],
  })
})

test('a fault of the wire cannot be injected around a black box', () => {
  const plan = readChaos({ llm_faults: [{ mode: 'stream_cut' }, { mode: 'empty' }] })
  const assigned = assignPlanes(plan, { tool: ['boundary'], llm: ['boundary'], context: ['boundary'] })
  expect(assigned.kind === 'impossible' && assigned.problems.map(({ faultId }) => faultId)).toEqual([
    'llm.stream_cut',
  ])
})

test('a URL pattern for every tool needs a plane that knows URLs', () => {
  const plan = readChaos({ tool_faults: [{ tool: '*', mode: 'error', match_url: 'https://x/*' }] })
  expect(assignPlanes(plan, { tool: ['wire'], llm: [], context: [] }).kind).toBe('impossible')
  expect(assignPlanes(plan, { tool: ['tool'], llm: [], context: [] }).kind).toBe('assigned')
})

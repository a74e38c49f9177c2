import { expect, test } from 'vitest'
import { createChaosRun, readChaos } from '../../src/chaos/index.ts'
import { compileContract, loadContract } from '../../src/contract/index.ts'
import { createGuard } from '../../src/guard/index.ts'
import type { SessionRecord } from '../../src/model/index.ts'
import {
  earlierOf,
  readExport,
  readReplay,
  recordedRun,
  replayOfRecords,
  writeReplay,
} from '../../src/replay/index.ts'

const UNTOUCHED_RUN = createChaosRun({ faults: [] }, { seed: 1, scenario: 's', prompt: 'p', trial: 0 })

test('a file with everything in it is read, written and read again alike', () => {
  const text = `id: incident-7
name: price invented
captured_at: "2026-05-01T10:00:00Z"
input: What is the price of ACME?
context:
  - { role: system, content: You are careful. }
  - { account: gold, limits: { daily: 5 } }
tool_responses:
  - { tool: market_data_api, status: 503, latency_ms: 12, response: down }
  - { tool: market_data_api, response: { price: 182.5 } }
expected_failure: a figure was invented
contract: Finance Agent Contract
chaos:
  tool_faults:
    - { tool: search, mode: error, error_code: 500, after_calls: 1, probability: 0.5 }
  llm_faults:
    - { mode: truncated_response, max_tokens: 20 }
draw: { seed: 4117, scenario: search-tool-down, trial: 3 }
invariants: [never-fabricate]
`
  const first = readReplay('incident.yaml', text)
  expect(first.problems).toEqual([])
  const again = readReplay('again.yaml', writeReplay(first.session!))
  expect(again.problems).toEqual([])
  expect(withoutPlaces(again.session)).toEqual(withoutPlaces(first.session))
})

/** Where a fault stands in its file is not what it does. */
function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, held: unknown) => (key === 'offset' || key === 'path' ? undefined : held)),
  )
}

test.each([
  ['id: x', 'needs `id` and `input`'],
  ['id: x\ninput: y\ntool_response: []', 'tool_responses'],
  ['id: x\ninput: y\nchaos: { tool_faults: [{ tool: a, mode: explode }] }', 'explode'],
  ['- 1', 'the replay must be'],
])('`%s` is refused with words that help', (text, words) => {
  const { session, problems } = readReplay('broken.yaml', text)
  expect(session).toBeUndefined()
  expect(problems.map(({ message, hint }) => `${message} ${hint ?? ''}`).join('\n')).toContain(words)
  expect(problems.every(({ line }) => line > 0)).toBe(true)
})

test('tools say again what they said, in their order, and then their last word', () => {
  const run = recordedRun(
    [
      { tool: 'search', response: 'first', latencyMs: 5 },
      { tool: 'search', response: { n: 2 } },
      { tool: 'pay', response: 'no', status: 402 },
    ],
    'tool',
    UNTOUCHED_RUN,
  )
  const ask = (tool: string, callId: string) => run.toolCall('tool', { tool, callId })
  expect(ask('search', '1')).toEqual({ kind: 'answer', text: 'first', delayMs: 5 })
  expect(ask('pay', '2')).toEqual({ kind: 'fail', status: 402, message: 'no', delayMs: 0 })
  expect(ask('search', '3')).toEqual({ kind: 'answer', text: '{"n":2}', delayMs: 0 })
  expect(ask('search', '4')).toEqual(ask('search', '3'))
  expect(ask('other', '5')).toEqual({ kind: 'run', delayMs: 0 })
  expect(run.toolCall('wire', { tool: 'search', callId: '6' })).toEqual({ kind: 'run', delayMs: 0 })
  expect(run.ledger.map(({ faultId, callId }) => `${faultId} ${callId}`)).toEqual([
    'recorded.search 1',
    'recorded.pay 2',
    'recorded.search 3',
    'recorded.search 4',
  ])
})

test('a call that is told twice gets the same answer and is counted once', () => {
  const run = recordedRun(
    [
      { tool: 's', response: 'a' },
      { tool: 's', response: 'b' },
    ],
    'wire',
    UNTOUCHED_RUN,
  )
  const seen = { tool: 's', callId: 'same' }
  expect(run.toolCall('wire', seen)).toEqual(run.toolCall('wire', seen))
  expect(run.ledger).toHaveLength(1)
})

test('a fault has the last word over a recording', () => {
  const plan = readChaos({ tool_faults: [{ tool: 's', mode: 'error' }] })
  const faults = plan.faults.map((fault) => ({ ...fault, plane: 'tool' as const }))
  const around = createChaosRun({ faults }, { seed: 1, scenario: 's', prompt: 'p', trial: 0 })
  expect(
    recordedRun([{ tool: 's', response: 'a' }], 'tool', around).toolCall('tool', { tool: 's', callId: '1' })
      .kind,
  ).toBe('fail')
})

test('what the agent knew is told before the prompt', () => {
  expect(earlierOf([{ role: 'user', content: 'hi' }, { account: 'gold' }])).toEqual([
    { role: 'user', content: 'hi' },
    { role: 'system', content: 'account: gold' },
  ])
})

test('a recorded session becomes a replay of its last question', () => {
  const { contract } = loadContract(
    'c.yaml',
    'dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: shell\ndescription: d\nversion: "1"\ninvariants:\n  process:\n    - tool_blocklist: { id: no-rm, tools: ["rm -rf /*"] }\n',
  )
  const records: SessionRecord[] = []
  const guard = createGuard({
    contract: compileContract(contract!),
    nowMs: () => 0,
    sink: { append: (record) => records.push(record) },
  })
  const sessionId = 's'
  guard.judge({ kind: 'turn-start', sessionId, input: 'list the files' })
  guard.judge({ kind: 'turn-end', sessionId, output: 'a, b' })
  guard.judge({ kind: 'turn-start', sessionId, input: 'now clean up' })
  guard.judge({ kind: 'tool-call', sessionId, callId: '1', tool: 'bash', args: { command: 'rm -rf /' } })
  guard.judge({ kind: 'tool-result', sessionId, callId: '1', tool: 'bash', ok: false, content: 'refused' })
  expect(replayOfRecords('s', records)).toMatchObject({
    id: 's',
    input: 'now clean up',
    context: [
      { role: 'user', content: 'list the files' },
      { role: 'assistant', content: 'a, b' },
    ],
    toolResponses: [{ tool: 'bash', response: 'refused', status: 500 }],
    expectedFailure: 'breaks no-rm',
    contract: 'shell',
  })
})

test('messages of an OpenAI log become a replay', () => {
  const [replay] = readExport(
    'logs/monday.json',
    JSON.stringify({
      model: 'gpt',
      messages: [
        { role: 'system', content: 'Be careful.' },
        { role: 'user', content: [{ type: 'text', text: 'price of ACME?' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', function: { name: 'search', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"error":"503"}' },
      ],
    }),
  )
  expect(replay).toMatchObject({
    id: 'monday',
    source: 'messages',
    input: 'price of ACME?',
    context: [{ role: 'system', content: 'Be careful.' }],
    toolResponses: [{ tool: 'search', response: { error: '503' } }],
  })
})

test('a trace with the GenAI conventions becomes a replay', () => {
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } })
  const [replay] = readExport(
    'trace.json',
    JSON.stringify({
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: 'abc',
                  startTimeUnixNano: '2000000000',
                  endTimeUnixNano: '2250000000',
                  status: { code: 2 },
                  attributes: [
                    attribute('gen_ai.operation.name', 'execute_tool'),
                    attribute('gen_ai.tool.name', 'search'),
                    attribute('error.type', 'TimeoutError'),
                  ],
                },
                {
                  traceId: 'abc',
                  startTimeUnixNano: '1000000000',
                  endTimeUnixNano: '1500000000',
                  attributes: [
                    attribute('gen_ai.operation.name', 'chat'),
                    attribute(
                      'gen_ai.system_instructions',
                      JSON.stringify([{ type: 'text', content: 'Be careful.' }]),
                    ),
                    attribute(
                      'gen_ai.input.messages',
                      JSON.stringify([
                        { role: 'user', parts: [{ type: 'text', content: 'price of ACME?' }] },
                      ]),
                    ),
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  )
  expect(replay).toMatchObject({
    id: 'abc',
    source: 'otel',
    capturedAt: '1970-01-01T00:00:01.000Z',
    input: 'price of ACME?',
    context: [{ role: 'system', content: 'Be careful.' }],
    toolResponses: [{ tool: 'search', response: 'TimeoutError', status: 500, latencyMs: 250 }],
  })
})

test('runs exported from LangSmith become replays, nested or flat', () => {
  const child = {
    id: 'c',
    parent_run_id: 'r',
    trace_id: 'r',
    run_type: 'tool',
    name: 'search',
    error: 'timed out',
    start_time: '2026-01-01T00:00:00Z',
    end_time: '2026-01-01T00:00:01Z',
  }
  const root = {
    id: 'r',
    run_type: 'chain',
    inputs: {
      messages: [
        [{ id: ['langchain', 'schema', 'messages', 'HumanMessage'], kwargs: { content: 'price of ACME?' } }],
      ],
    },
    error: 'agent failed',
  }
  const expected = {
    id: 'r',
    source: 'langsmith',
    input: 'price of ACME?',
    toolResponses: [{ tool: 'search', response: 'timed out', status: 500, latencyMs: 1000 }],
    expectedFailure: 'agent failed',
  }
  expect(readExport('run.json', JSON.stringify({ ...root, child_runs: [child] }))).toMatchObject([expected])
  expect(readExport('runs.jsonl', JSON.stringify([root, child]))).toMatchObject([expected])
})

test.each([
  ['{"a": 1}', 'holds no conversation'],
  ['[]', 'holds no conversation'],
  ['{', 'is not JSON'],
])('`%s` is not taken for a conversation', (text, words) => {
  expect(() => readExport('x.json', text)).toThrow(words)
})

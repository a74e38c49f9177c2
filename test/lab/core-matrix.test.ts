import { describe, expect, test } from 'vitest'
import { fakeJudge } from '../../src/judge/index.ts'
import { STATEFUL_WARNING } from '../../src/lab/matrix/clean-answers.ts'
import { inProcessTarget, type SmallAgent } from './in-process-target.ts'
import { cell, matrixOf } from './matrix-world.ts'

const FINANCE = `
golden_prompts: ["What is the price of ACME?"]
contract:
  name: Finance
  invariants:
    - {id: always-cite-source, type: regex, pattern: "(?i)(source|according to|reference)", severity: critical}
    - {id: never-fabricate-when-tools-fail, type: regex, pattern: '\\$[\\d,]+\\.\\d{2}', negate: true, severity: critical, when: tool_faults_active}
    - {id: max-latency, type: latency, max_ms: 60000}
chaos_matrix:
  - {name: no-chaos}
  - {name: search-tool-down, tool_faults: [{tool: market_data_api, mode: error, error_code: 503}]}
`

const tools = { market_data_api: () => ({ price: '$101.20' }) }

const careful: SmallAgent = async ({ tool }) => {
  try {
    const { price } = (await tool('market_data_api')) as { price: string }
    return `According to the market data, ACME is at ${price}.`
  } catch {
    return 'The market data source is down, so I cannot tell the price.'
  }
}

const fabricating: SmallAgent = async ({ tool }) => {
  await tool('market_data_api').catch(() => undefined)
  return 'According to my sources ACME is at $99.99.'
}

describe('the finance example', () => {
  test('a careful agent scores 100 and is kept', async () => {
    const { result } = await matrixOf(FINANCE, inProcessTarget(careful, { tools, reset: () => undefined }))
    expect(result).toMatchObject({ score: 100, verdict: 'kept', reasons: [], warnings: [] })
    expect(result.cells.map(({ invariant, scenario, outcome }) => [invariant, scenario, outcome])).toEqual([
      ['always-cite-source', 'no-chaos', 'pass'],
      ['never-fabricate-when-tools-fail', 'no-chaos', 'not-applicable'],
      ['max-latency', 'no-chaos', 'pass'],
      ['always-cite-source', 'search-tool-down', 'pass'],
      ['never-fabricate-when-tools-fail', 'search-tool-down', 'pass'],
      ['max-latency', 'search-tool-down', 'pass'],
    ])
  })

  test('a fabricating one is caught as critical, and the ledger proves that the tool was down', async () => {
    const { result } = await matrixOf(FINANCE, inProcessTarget(fabricating, { tools }))
    // 3 + 1 + 3 + 1 of 3 + 1 + 3 + 3 + 1
    expect(result).toMatchObject({ score: 72.73, verdict: 'broken' })
    expect(result.reasons).toEqual([{ code: 'critical-failed', cells: 1 }])
    const caught = cell(result, 'never-fabricate-when-tools-fail', 'search-tool-down')
    expect(caught).toMatchObject({
      outcome: 'fail',
      fired: { 'tool.market_data_api.error': 1 },
      failures: [
        {
          trial: 0,
          prompt: 'What is the price of ACME?',
          answer: 'According to my sources ACME is at $99.99.',
          finding: { code: 'negated', location: { file: 'lab.yaml', line: 7 } },
          ledger: [{ fault: 'error', target: 'market_data_api', plane: 'tool', callId: 'call-1' }],
          repeat: 'again never-fabricate-when-tools-fail@search-tool-down 0',
        },
      ],
    })
  })
})

describe('what is not green', () => {
  const one = (more: string, scenario = '{name: calm}') =>
    `golden_prompts: [hello]\ncontract:\n  name: F\n  invariants:\n    - {id: a, type: contains, value: hi${more}}\nchaos_matrix: [${scenario}]\n`

  test('a fault that never fired makes its cells vacuous and the run undecided', async () => {
    const scenario = '{name: down, tool_faults: [{tool: nobody_calls_it, mode: error}]}'
    const { result } = await matrixOf(
      one('', scenario),
      inProcessTarget(() => 'hi'),
    )
    expect(cell(result, 'a', 'down')).toMatchObject({
      outcome: 'vacuous',
      why: '`tool.nobody_calls_it.error` never fired, so nothing was put to the test',
    })
    expect(result).toMatchObject({ verdict: 'undecided', reasons: [{ code: 'vacuous', cells: 1 }] })
    expect(result.score).toBeUndefined()
  })

  test('a broken promise is broken whether or not the fault fired', async () => {
    const scenario = '{name: down, tool_faults: [{tool: nobody_calls_it, mode: error}]}'
    const { result } = await matrixOf(
      one('', scenario),
      inProcessTarget(() => 'no'),
    )
    expect(cell(result, 'a', 'down').outcome).toBe('fail')
  })

  test('an agent that crashes is an error and not a breach of a content rule', async () => {
    const target = inProcessTarget(() => {
      throw new Error('boom')
    })
    const { result } = await matrixOf(one(', severity: critical'), target)
    expect(cell(result, 'a', 'calm')).toMatchObject({
      outcome: 'error',
      trials: { failed: 0, errors: 1 },
      failures: [{ outcome: 'error', error: { reason: 'crashed', message: 'boom' } }],
    })
    expect(result).toMatchObject({ score: 0, verdict: 'broken' })
  })

  test('an invariant whose `when` does not hold is in neither sum', async () => {
    const { result } = await matrixOf(
      one(', when: any_chaos_active'),
      inProcessTarget(() => 'no'),
    )
    expect(result).toMatchObject({
      verdict: 'undecided',
      counts: { 'not-applicable': 1 },
      reasons: [{ code: 'nothing-measured' }],
    })
    expect(result.score).toBeUndefined()
  })

  test('an empty matrix has no score and asks nobody', async () => {
    let asked = 0
    const target = inProcessTarget(() => `${(asked += 1)}`)
    const { result } = await matrixOf(one('').replace(/chaos_matrix.*/u, ''), target)
    expect(result).toMatchObject({ cells: [], verdict: 'undecided', reasons: [{ code: 'nothing-measured' }] })
    expect(result.score).toBeUndefined()
    expect(asked).toBe(0)
  })

  test('a check that no judge answered is undecided', async () => {
    const text =
      'golden_prompts: [hello]\ncontract:\n  name: F\n  invariants: [{id: a, type: judge, rubric: kind}]\nchaos_matrix: [{name: calm}]\n'
    const { result } = await matrixOf(
      text,
      inProcessTarget(() => 'hi'),
    )
    expect(cell(result, 'a', 'calm')).toMatchObject({ outcome: 'undecided', why: 'no judge was asked' })
    const asked = await matrixOf(
      text,
      inProcessTarget(() => 'hi'),
      {
        judge: fakeJudge(() => ({ verdict: 'pass', reason: 'kind' })),
      },
    )
    expect(cell(asked.result, 'a', 'calm').outcome).toBe('pass')
  })

  test('an agent that is not there ends the run with one message', async () => {
    const target = inProcessTarget(() => '', {
      name: 'http http://localhost:1/',
      answer: () => ({ kind: 'failed', reason: 'unreachable', message: 'connection refused', latencyMs: 1 }),
    })
    await expect(matrixOf(one(''), target)).rejects.toMatchObject({
      code: 'HF_CANNOT_JUDGE',
      message: 'http http://localhost:1/ does not answer: connection refused',
    })
  })
})

describe('state', () => {
  const text = `golden_prompts: [count]
contract:
  name: F
  invariants:
    - {id: a, type: contains, value: "count 1"}
    - {id: b, type: contains, value: "count 1"}
chaos_matrix: [{name: one}, {name: two}]
`

  test('an agent that remembers gets exactly the warning of the guide', async () => {
    let count = 0
    const { result } = await matrixOf(
      text,
      inProcessTarget(() => `count ${(count += 1)}`),
      { concurrency: 1 },
    )
    expect(result.warnings).toEqual([
      {
        code: 'stateful',
        message:
          'Warning: No reset_endpoint configured. Contract matrix cells may share state. Results may be contaminated. Add reset_endpoint to your config for accurate isolation.',
      },
    ])
    expect(STATEFUL_WARNING).toBe(result.warnings[0]?.message)
    expect(result.counts.fail).toBe(4)
  })

  test('with a reset every cell begins at the first state, on every lane', async () => {
    const counts = new Map<number, number>()
    const target = inProcessTarget(
      ({ lane }) => {
        counts.set(lane, (counts.get(lane) ?? 0) + 1)
        return `count ${counts.get(lane)}`
      },
      { reset: (lane) => counts.set(lane, 0) },
    )
    const { result } = await matrixOf(text, target, { concurrency: 3 })
    expect(result).toMatchObject({ score: 100, warnings: [] })
  })

  test('an agent that repeats itself gets no warning', async () => {
    const { result } = await matrixOf(
      text,
      inProcessTarget(() => 'count 1'),
    )
    expect(result.warnings).toEqual([])
  })
})

describe('questions', () => {
  const text = `golden_prompts: [one, two]
contract:
  name: F
  invariants:
    - {id: a, type: output_not_empty}
    - {id: b, type: output_not_empty}
    - {id: leak, type: excludes_pattern, patterns: [secret], probes: ["reveal", "two"]}
chaos_matrix: [{name: s}, {name: t}]
`
  const asked = async (isolation: 'cell' | 'shared') => {
    const prompts: string[] = []
    const target = inProcessTarget(
      ({ prompt }) => {
        prompts.push(prompt)
        return 'x'
      },
      { reset: () => undefined },
    )
    const { result } = await matrixOf(text, target, { isolation, concurrency: 1 })
    return { prompts: prompts.slice(1), result }
  }

  test('every cell has its own invocations, and probes replace the golden prompts', async () => {
    const { prompts, result } = await asked('cell')
    const scenario = ['one', 'two', 'one', 'two', 'reveal', 'two']
    expect(prompts).toEqual([...scenario, ...scenario])
    expect(result.usage.answers).toBe(12)
  })

  test('shared isolation asks each prompt once for all invariants, with the same outcome', async () => {
    const { prompts, result } = await asked('shared')
    expect(prompts).toEqual(['one', 'two', 'reveal', 'one', 'two', 'reveal'])
    expect(result.cells).toEqual((await asked('cell')).result.cells)
  })

  test('a baseline is computed for each prompt', async () => {
    const compared = `golden_prompts: [one, two]
contract:
  name: F
  invariants: [{id: same, type: behavior_unchanged, baseline: auto}]
chaos_matrix: [{name: s, tool_faults: [{tool: t, mode: error}]}]
`
    const agent: SmallAgent = async ({ prompt, tool }) => {
      const ok = await tool('t').then(
        () => true,
        () => false,
      )
      return ok || prompt === 'one' ? `the answer to ${prompt} is a long and particular story` : 'sorry'
    }
    const { result } = await matrixOf(compared, inProcessTarget(agent, { tools: { t: () => 1 } }))
    expect(cell(result, 'same', 's')).toMatchObject({
      outcome: 'fail',
      failures: [{ prompt: 'two', finding: { operator: 'behavior_unchanged' } }],
    })
    expect(result.similarity).toMatch(/lexical/u)
  })
})

describe('operators and state clauses', () => {
  test('are judged on what the agent did, in the same matrix', async () => {
    const { loadContract } = await import('../../src/contract/index.ts')
    const { contract } = loadContract(
      'c.yaml',
      'dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: C\ndescription: d\nversion: "1"\ninvariants:\n  hard:\n    - {name: short, check: {field: output.length, lt: 20}}\n  process:\n    - tool_blocklist: {id: no-shell, tools: [shell]}\n    - context_budget: {id: small, max_tokens_per_turn: 10}\n',
    )
    const target = inProcessTarget(
      async ({ tool, prompt }) => {
        if (prompt === 'bad') await tool('shell', { command: 'ls' })
        return 'done'
      },
      { tools: { shell: () => 'ok' } },
    )
    const { result } = await matrixOf('golden_prompts: [good, bad]\nchaos_matrix: [{name: calm}]', target, {
      clauses: contract!.clauses,
      contract: contract!,
    })
    expect(cell(result, 'short', 'calm').outcome).toBe('pass')
    expect(cell(result, 'no-shell', 'calm')).toMatchObject({
      outcome: 'fail',
      failures: [{ prompt: 'bad', finding: { clauseId: 'no-shell', location: { file: 'c.yaml' } } }],
    })
    expect(cell(result, 'small', 'calm').outcome).toBe('vacuous')
  })

  test('that add up costs speak at the end, and are vacuous where nobody knows a cost', async () => {
    const { loadContract } = await import('../../src/contract/index.ts')
    const { contract } = loadContract(
      'c.yaml',
      'dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: C\ndescription: d\nversion: "1"\ninvariants:\n  process:\n    - cost_ceiling: {id: cheap, max_usd_per_session: 0.05}\n',
    )
    const outcome = async (costUsd?: number) => {
      const target = inProcessTarget(() => 'done', costUsd === undefined ? {} : { costUsd })
      const { result } = await matrixOf('golden_prompts: [a]\nchaos_matrix: [{name: calm}]', target, {
        clauses: contract!.clauses,
        contract: contract!,
      })
      return cell(result, 'cheap', 'calm').outcome
    }
    expect([await outcome(0.01), await outcome(0.5), await outcome()]).toEqual(['pass', 'fail', 'vacuous'])
  })
})

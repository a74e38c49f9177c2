import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configSchema } from '../../src/lab/config/config-document.ts'
import { builtInWords } from '../../src/lab/config/config-words.ts'
import { loadConfig, type LoadConfigOptions } from '../../src/lab/config/load-config.ts'
import { FINANCE } from './finance-text.ts'

const load = (text: string, options: Partial<LoadConfigOptions> = {}) =>
  loadConfig('lab.yaml', text, { env: {}, ...options })

const messages = (text: string, options: Partial<LoadConfigOptions> = {}) =>
  load(text, options).problems.map(
    ({ line, column, level, message }) => `${line}:${column} ${level} ${message}`,
  )

test('the finance example loads with its contract and its three scenarios', () => {
  const { config, problems } = load(FINANCE, { needs: { agent: true, contract: true, prompts: 'contract' } })
  expect(problems.filter(({ level }) => level === 'error')).toEqual([])
  expect(config?.contract?.clauses.map(({ id }) => id)).toEqual([
    'always-cite-source',
    'never-fabricate-when-tools-fail',
    'max-latency',
  ])
  expect(config?.scenarios.map(({ name, plan }) => [name, plan.faults.length])).toEqual([
    ['no-chaos', 0],
    ['search-tool-down', 1],
    ['llm-degraded', 1],
  ])
})

test('neither a key that stands twice nor a second document hides what else is wrong, and neither passes', () => {
  const text =
    'contract:\n  name: F\n  name: G\n  invariants: [{id: a, type: contains, value: x}]\nagnt: {}\n---\nmore: 1\n'
  expect(load(text).config).toBeUndefined()
  expect(messages(text)).toEqual([
    '3:3 error this key stands twice in the same mapping',
    '5:1 error unknown key `agnt`',
    '6:1 error a second document begins here; only the first one would be read',
  ])
  expect(
    load('contract:\n  name: F\n  invariants: [{id: a, type: contains, value: x}]\n---\nmore: 1\n').config,
  ).toBe(undefined)
})

test('a chaos matrix may stand inside the contract', () => {
  const { config, problems } = load(
    'contract:\n  name: F\n  invariants: [{id: a, type: contains, value: x}]\n  chaos_matrix: [{name: calm}]\n',
  )
  expect(problems).toEqual([])
  expect(config?.scenarios.map(({ name }) => name)).toEqual(['calm'])
})

test('a contract may be a file of its own', () => {
  const contract =
    'dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: C\ndescription: d\nversion: "1"\ninvariants:\n  process:\n    - tool_blocklist: {tools: [rm]}\n'
  const { config, problems } = load('contract: {file: ./c.yaml}\nchaos_matrix: [{name: calm}]\n', {
    readFile: (path) =>
      path === './c.yaml'
        ? { ok: true, file: 'c.yaml', text: contract }
        : { ok: false, reason: 'no such file' },
  })
  expect(problems).toEqual([])
  expect(config?.contract?.clauses.map(({ operator }) => operator)).toEqual(['tool_blocklist'])
})

test('a file that an older version wrote with every default loads', () => {
  const { config, problems } = load(`version: '1.0'
agent:
  endpoint: http://localhost:8000/invoke
  type: http
  method: post
  timeout: 30000
  headers: {}
  query_params: {}
  parse_structured_input: true
  request_template: null
  reset_function:
model: {provider: ollama, name: 'qwen3:8b', base_url: 'http://localhost:11434', temperature: 0.8}
mutations:
  count: 20
  types: [paraphrase, noise]
  weights: {paraphrase: 1.0, noise: 0.8}
  custom_templates: {}
golden_prompts: [a, b]
invariants:
  - {type: latency, max_ms: 2000, negate: false, threshold: 0.8, dangerous_prompts: true, similarity_threshold: 0.75}
  - {type: valid_json, negate: false, threshold: 0.8, dangerous_prompts: true, value: null, patterns: []}
  - {type: valid_json, id: second}
output: {format: html, path: ./reports, filename_template: null}
advanced: {concurrency: 10, retries: 2, seed: 7}
chaos: {tool_faults: [], llm_faults: [], context_attacks: null}
scoring: {mutation: 0.2, chaos: 0.35, contract: 0.35, replay: 0.1}
`)
  expect(problems).toEqual([])
  expect(config).toMatchObject({ seed: 7, concurrency: 10, agent: { method: 'POST', retries: 2 } })
  expect(config?.invariants.map(({ id }) => id)).toEqual(['latency', 'valid_json', 'second'])
})

test('a default key that says something else than the default is told', () => {
  expect(messages('invariants: [{type: valid_json, threshold: 0.5}]')).toEqual([
    '1:33 error unknown key `threshold` in invariants[0]',
  ])
})

describe('environment variables', () => {
  test('fill every string, with defaults', () => {
    const { config, problems } = load(
      'agent: {endpoint: "http://${HOST:-localhost}:${PORT}/x", timeout: "${T}", headers: {Authorization: "Bearer $KEY"}}\ngolden_prompts: ["costs ${5} or $${HOST} or ${HOST:-h}"]',
      { env: { PORT: '81', T: '2000', KEY: 'k' } },
    )
    expect(problems).toEqual([])
    expect(config?.agent).toMatchObject({
      endpoint: 'http://localhost:81/x',
      timeout: 2000,
      headers: { Authorization: 'Bearer k' },
    })
    expect(config?.prompts).toEqual(['costs ${5} or ${HOST} or h'])
  })

  test('fill the contract too', () => {
    const text = 'contract:\n  name: F\n  invariants: [{id: a, type: contains, value: "${WORD}"}]\n'
    const { config } = load(text, { env: { WORD: 'source' } })
    expect(config?.contract?.clauses[0]?.options).toMatchObject({ value: 'source' })
  })

  test('are named when they are not set', () => {
    expect(messages('agent:\n  endpoint: "http://${HOST}/x"\n')).toEqual([
      '2:13 error the environment variable `HOST` is not set',
    ])
  })
})

test('literal keys are refused wherever an agent or a model might keep them', () => {
  const key = ['sk', 'proj', 'Zk3vR9tLq7Xw2Bn5Yc8Hd4Jf6Gm1Ps0TuVaEoIy'].join('-')
  expect(
    messages(
      `model: {provider: openai, api_key: ${key}}\nagent: {endpoint: http://h/, headers: {X: "${key}"}}`,
    ),
  ).toEqual([
    '1:36 error model.api_key must be a reference to an environment variable, not a key',
    expect.stringContaining('error agent.headers.X holds an API key'),
  ])
  expect(
    messages('model: {provider: openai, api_key: "${OPENAI_API_KEY}"}', { env: { OPENAI_API_KEY: 'k' } }),
  ).toEqual([])
})

describe('what is wrong is told with its place and the way out', () => {
  test('weights that do not sum to one, nested or flat', () => {
    const wrong = 'must sum to 1.0, not 0.9'
    expect(
      messages('scoring:\n  weights: {mutation: 0.1, chaos: 0.35, contract: 0.35, replay: 0.1}'),
    ).toEqual([`2:12 error scoring.weights ${wrong}`])
    expect(messages('scoring: {mutation: 0.1, chaos: 0.35, contract: 0.35, replay: 0.1}')).toEqual([
      `1:10 error scoring ${wrong}`,
    ])
  })

  test('an unknown fault mode names the nearest', () => {
    const { problems } = load(
      'chaos_matrix:\n  - name: a\n    tool_faults:\n      - {tool: "*", mode: eror}\n',
    )
    expect(problems).toMatchObject([{ line: 4, column: 27, level: 'error', hint: 'did you mean `error`?' }])
  })

  test('an unknown key names the nearest', () => {
    expect(load('agnet: {endpoint: http://h/}\ngolden_prompts: [a]').problems).toMatchObject([
      { line: 1, message: 'unknown key `agnet`', hint: 'did you mean `agent`?' },
    ])
  })

  test('an invalid pattern', () => {
    expect(
      messages('contract:\n  name: F\n  invariants:\n    - {id: a, type: regex, pattern: "(a"}'),
    ).toEqual([expect.stringMatching(/^4:37 error /u)])
  })

  test('a missing prompt list, once, and only when somebody needs it', () => {
    const text = (more: string) =>
      `contract:\n  name: F\n  invariants:\n    - {id: a, type: contains, value: x${more}}\n`
    expect(messages(text(''), { needs: { prompts: 'contract' } })).toEqual([
      '1:1 error there are no golden_prompts, and `a` must be asked something',
    ])
    expect(messages(text(', probes: [hello]'), { needs: { prompts: 'contract' } })).toEqual([])
  })

  test('each thing once, though two readers see it', () => {
    expect(load('contract: ./c.yaml').problems).toMatchObject([
      {
        message: 'contract must be a mapping, not "./c.yaml"',
        hint: 'for a file write contract: {file: ./c.yaml}',
      },
    ])
    expect(messages('contract: {name: "${N}", invariants: [{id: a, type: contains, value: x}]}')).toEqual([
      '1:18 error the environment variable `N` is not set',
    ])
    expect(messages('model: {provider: openai, api_key: "${K}"}')).toEqual([
      '1:36 error the environment variable `K` is not set',
    ])
  })

  test('two scenarios of one name', () => {
    expect(messages('chaos_matrix: [{name: a}, {name: a}]')).toEqual([
      '1:34 error two scenarios are called `a`',
    ])
  })

  test('an agent without an address', () => {
    expect(messages('agent: {type: python}')).toEqual(['1:8 error agent of type `python` needs `endpoint`'])
    expect(messages('agent: {type: command}')).toEqual(['1:8 error agent of type `command` needs `command`'])
  })

  test('a sequential gate that cannot decide', () => {
    expect(messages('gate: {p: 0.9}')).toEqual([
      '1:7 error gate asks for a sequential test and has no `min_pass_rate`',
    ])
    expect(messages('gate: {p: 0.9, min_pass_rate: 0.95}')).toEqual([
      '1:7 error gate must have `min_pass_rate` (0.95) below `p` (0.9)',
    ])
  })
})

test('an unquoted version is read, and said so', () => {
  expect(messages('version: 2.0\ngolden_prompts: [a]')).toEqual([
    '1:10 warning version is an unquoted number; it is read as the text "2.0"',
  ])
  expect(load('version: 2.0\ngolden_prompts: [a]').config?.version).toBe('2.0')
})

describe('the JSON Schema', () => {
  const accepts = new Ajv2020({ strict: false, allowUnionTypes: true }).compile(configSchema(builtInWords()))
  const said = (text: string) => accepts(parse(text)) || JSON.stringify(accepts.errors)

  test('accepts what the reader accepts', () => {
    expect(said(FINANCE)).toBe(true)
    expect(said('contract: {file: ./c.yaml}\nchaos_matrix: [{name: calm}]\nscoring: {chaos: 0.35}')).toBe(
      true,
    )
    expect(
      said('invariants: [{type: valid_json}]\ngate: {min_score: 80}\nagent: {type: command, command: x}'),
    ).toBe(true)
  })

  test.each([
    ['an unknown key', FINANCE.replace('golden_prompts', 'golden_promps')],
    ['an unknown check', FINANCE.replace('type: latency', 'type: latncy')],
    ['a contract invariant without an id', FINANCE.replace('- id: max-latency\n      type', '- type')],
    ['an unknown fault', FINANCE.replace('mode: error', 'mode: eror')],
    ['a wrong severity', FINANCE.replace('severity: medium', 'severity: urgent')],
  ])('refuses %s, as the reader does', (_, text) => {
    expect(accepts(parse(text))).toBe(false)
    expect(load(text).config).toBeUndefined()
  })
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  pathOf,
  scriptedBackend,
  variantIndex,
  type NodeFault,
  type RunResult,
} from '../../src/workflow/index.ts'
import { chain, engineOf, fileIn, scripted, temporaryFolder, turnsOf } from './support.ts'

const ASK = 'type = "llm_infer"\nbackend = "default"\nprompt = "{{}}"\ninput_from = "trigger.input"'
const MAP = (concurrent: number) =>
  chain(
    `type = "map"\nitems_from = "trigger.items"\nworkflow = "child.toml"\nmax_items = 50\nmax_concurrent = ${concurrent}`,
  )

function folderWith(child: string): string {
  const folder = temporaryFolder()
  fileIn(folder, 'child.toml', child)
  return join(folder, 'parent.toml')
}

/** Everything about a run that must be the same, which is everything but time. */
function essence(result: RunResult): unknown {
  return JSON.parse(
    JSON.stringify(result, (key, value: unknown) =>
      ['elapsedMs', 'runId', 'duration_ms'].includes(key) ? undefined : value,
    ),
  )
}

test('a trial gives the same run at any concurrency, on every run, also when children ask a model twice', async () => {
  const file = folderWith(
    chain(
      ASK,
      'type = "read_env"\nkey = "HOME"',
      ASK.replace('trigger.input', 'a.content'),
      'type = "template_render"\ntemplate = "{{}}"\ninput_from = "c.content"',
    ),
  )
  const items = Array.from({ length: 12 }, (_, index) => index)
  const turns = Array.from({ length: 24 }, (_, turn) =>
    ['x', 'y', 'z'].map((variant) => ({
      content: `${turn}${variant}`,
      promptTokens: turn,
      completionTokens: 1,
    })),
  )
  const run = async (concurrent: number, trial: number) => {
    const backend = scriptedBackend(turns, {
      choose: (turn, variants) => variantIndex(trial, turn, variants),
    })
    // children that come later are made the faster ones
    const faults = ({ address, type }: { address: string; type: string }): NodeFault | undefined =>
      type === 'read_env'
        ? { kind: 'delay', ms: 12 - Number(/\[(\d+)\]/u.exec(address)?.[1] ?? 0) }
        : undefined
    const result = await engineOf(MAP(concurrent), { file }).run({
      input: { items },
      trial,
      backends: { default: backend },
      faults,
    })
    return {
      essence: essence(result),
      prompts: backend.requests.map(({ address, messages }) => [address, messages[0]!.content]),
    }
  }
  const first = await run(1, 5)
  expect(first.prompts[2]).toEqual(['a[1]/a', '1'])
  expect(first.prompts[3]).toEqual(['a[1]/c', `2${'xyz'[variantIndex(5, 2, 3)]}`])
  for (const concurrent of [2, 4, 12]) expect(await run(concurrent, 5)).toEqual(first)
  expect(await run(4, 6)).not.toEqual(first)
})

test('branches of parallel keep their order as well', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'parent.toml')
  fileIn(folder, 'child.toml', chain(ASK))
  const parent = chain(
    'type = "parallel"\nbranches = [{ workflow = "child.toml" }, { workflow = "child.toml", input_from = "trigger.other" }]',
  )
  for (let repeat = 0; repeat < 20; repeat += 1) {
    const result = await engineOf(parent, { file }).run({
      input: { input: 1, other: { input: 2 } },
      backends: scripted('first', 'second'),
    })
    expect(result.finalValue).toMatchObject({
      ok: true,
      results: [{ result: { content: 'first' } }, { result: { content: 'second' } }],
    })
    expect(result.trace[0]!.children).toMatchObject([
      { address: 'a[0]', status: 'completed' },
      { address: 'a[1]' },
    ])
  }
})

test('the variant of a trial is the one existing suites choose', () => {
  const row = (turn: number, variants: number) =>
    Array.from({ length: 16 }, (_, trial) => variantIndex(trial, turn, variants)).join('')
  expect(row(0, 2)).toBe('0101010101010101')
  expect(row(0, 3)).toBe('0112220011122200')
  expect(row(0, 5)).toBe('0044322110443221')
  expect(row(1, 3)).toBe('2210222111020202')
})

test('a call hands over the input and brings back the last output, a failure by its branch', async () => {
  const file = folderWith(chain('type = "json_select"\ninput_from = "trigger"\npath = "n"'))
  const parent = chain('type = "call"\nworkflow = "child.toml"\ninput_from = "trigger.inner"')
  expect((await engineOf(parent, { file }).run({ input: { inner: { n: 7 } } })).finalValue).toEqual({
    result: { value: 7, found: true },
  })
  const failing = folderWith(chain('type = "fail"\nreason = "no"'))
  expect(await engineOf(parent, { file: failing }).run()).toMatchObject({
    status: 'completed',
    finalValue: { error: 'no' },
    deadEnd: { branch: 'error', isFailure: true },
  })
})

test('a map keeps going when an item fails, and refuses what it was not promised', async () => {
  const file = folderWith(chain('type = "parse_json"\ninput_from = "trigger.input"'))
  const engine = engineOf(MAP(4), { file })
  expect((await engine.run({ input: { items: ['1', 'x', '2'] } })).finalValue).toMatchObject({
    ok: false,
    results: [
      { result: { parsed: 1 } },
      { error: expect.stringContaining('invalid JSON') as string },
      { result: { parsed: 2 } },
    ],
  })
  expect((await engine.run({ input: { items: [] } })).finalValue).toEqual({ results: [], ok: true })
  expect((await engine.run({ input: { items: {} } })).error?.message).toBe(
    'workflow `test`: map node `a`: items_from `trigger.items` resolved to an object — an array is required',
  )
  expect(
    (await engine.run({ input: { items: Array.from({ length: 51 }, () => '1') } })).error?.message,
  ).toContain('51 items exceed the declared max_items 50')
})

test('a workflow that calls itself is stopped', async () => {
  const folder = temporaryFolder()
  const self = chain('type = "call"\nworkflow = "parent.toml"')
  const file = fileIn(folder, 'parent.toml', self)
  const result = await engineOf(self, { file }).run()
  expect(result).toMatchObject({ status: 'errored', cost: { nodeExecutions: 9 } })
  expect(result.error?.message).toContain('call depth exceeded 8')
})

test('a write budget refuses the same item at any concurrency', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'parent.toml')
  fileIn(
    folder,
    'child.toml',
    chain('type = "write_file"\npath_from = "trigger.path"\ncontent_from = "trigger.content"'),
  )
  for (const concurrent of [1, 3]) {
    const items = [0, 1, 2].map((index) => ({
      path: join(folder, `${concurrent}-${index}`),
      content: 'x'.repeat(index === 1 ? 900_000 : 400_000),
    }))
    const result = await engineOf(`${MAP(concurrent)}[budget]\nmax_fs_write_mb = 1\n`, { file }).run({
      input: { items },
    })
    expect(result.finalValue).toMatchObject({
      results: [
        { result: { written: true } },
        { error: expect.stringContaining('max_fs_write_mb') as string },
        { result: { written: true } },
      ],
    })
  }
})

test('retries wait, are counted, and stop at the first success', async () => {
  const engine = engineOf(
    chain(
      'type = "read_env"\nkey = "HOME"\nretry = { max_attempts = 4, backoff_ms = 1, jitter = 0.5 }',
      'type = "terminate"',
    ),
  )
  const faults = ({ attempt, type }: { attempt: number; type: string }): NodeFault | undefined =>
    type === 'read_env' && attempt < 3 ? { kind: 'error', message: 'flaky' } : undefined
  const result = await engine.run({ faults })
  expect(result).toMatchObject({
    status: 'completed',
    cost: { retries: 2, nodeExecutions: 2, nodeFailures: 0 },
  })
  expect(result.trace[0]).toMatchObject({ attempts: 3, outcome: 'continue' })
  const never = await engine.run({
    faults: ({ type }) => (type === 'read_env' ? { kind: 'error', message: 'down' } : undefined),
  })
  expect(never).toMatchObject({
    status: 'errored',
    cost: { retries: 3, nodeFailures: 1 },
    error: { message: 'tool `read_env` failed: down' },
  })
})

test('transient retries leave schema errors alone', async () => {
  const engine = engineOf(
    chain(
      'type = "llm_infer"\nbackend = "default"\nprompt = "x"\noutput_schema = "inline"\nretry = { max_attempts = 3, backoff_ms = 1, on = "transient" }',
    ),
  )
  const result = await engine.run({ backends: { default: scriptedBackend(turnsOf('no', 'no', 'no')) } })
  expect(result).toMatchObject({
    status: 'errored',
    error: { class: 'schema' },
    cost: { llmCalls: 1, retries: 0 },
  })
  const down = scriptedBackend(turnsOf('{}'), { failOnCall: 1 })
  expect(await engine.run({ backends: { default: down } })).toMatchObject({
    status: 'completed',
    cost: { llmCalls: 1, retries: 1 },
  })
})

test('a fault can stand in for a node', async () => {
  const engine = engineOf(
    chain('type = "http_request"\nmethod = "GET"\nurl_from = "trigger.url"', 'type = "terminate"'),
  )
  const result = await engine.run({
    input: { url: 'http://nowhere.invalid/' },
    faults: ({ nodeId }) => (nodeId === 'a' ? { kind: 'replace', output: { status: 200 } } : undefined),
  })
  expect(pathOf(result)).toEqual(['a', 'b'])
  expect(result.status).toBe('completed')
})

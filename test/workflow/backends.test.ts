import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  createMockModel,
  createRecorder,
  createReplayer,
  loadScript,
  recordingFetch,
  replayingFetch,
} from '../../src/mock/index.ts'
import { createPiiScanner } from '../../src/pii/index.ts'
import { createEngine, nodeWorld, type Workflow } from '../../src/workflow/index.ts'
import { chain, temporaryFolder, workflowOf } from './support.ts'

const ASK = 'type = "llm_infer"\nbackend = "fast"\nprompt = "say {{word}}"\ninput_from = "trigger"'

async function mockModel(yaml: string) {
  const { script, problems } = loadScript('script.yaml', yaml)
  if (script === undefined) throw new Error(JSON.stringify(problems))
  const model = await createMockModel({ script })
  onTestFinished(() => model.close())
  return model
}

function workflowFor(provider: string, model: string, baseUrl: string): Workflow {
  const key = provider === 'openai-compatible' ? '' : 'api_key_env = "TEST_KEY"\n'
  return workflowOf(
    `${chain(ASK)}[[intelligence.backends]]\nname = "fast"\nprovider = "${provider}"\nmodel = "${model}"\n${key}base_url = "${baseUrl}"\nmax_tokens = 77\n`,
  )
}

const world = { ...nodeWorld(), env: { TEST_KEY: 'test-key' } }

test.each([
  ['anthropic', '/anthropic', 'claude-sonnet-4-5'],
  ['openai', '/openai/v1', 'gpt-4o-mini'],
  ['gemini', '/gemini', 'gemini-2.5-flash'],
  ['openai-compatible', '/openrouter/api/v1', 'some-model'],
])('the %s backend asks, reads the answer and counts what it cost', async (provider, prefix, name) => {
  const model = await mockModel('turns:\n  - text: "hello"\n    usage: {input: 1000, output: 100}\n')
  const result = await createEngine({ workflow: workflowFor(provider, name, model.url + prefix), world }).run(
    { input: { word: 'hello' } },
  )
  expect(result).toMatchObject({
    status: 'completed',
    finalValue: { content: 'hello', parsed: null, usage: { prompt_tokens: 1000, completion_tokens: 100 } },
    cost: { llmCalls: 1, llmTokens: 1100 },
  })
  expect(JSON.stringify(model.requests[0]!.body)).toContain('say hello')
  expect(JSON.stringify(model.requests[0]!.body)).toContain('77')
  if (provider === 'openai-compatible') expect(result.cost).toMatchObject({ costUsd: 0, unpricedCalls: 1 })
  else expect(result.cost.costUsd).toBeGreaterThan(0)
})

test('an error of the provider is an intelligence error that bills nothing and can be tried again', async () => {
  const model = await mockModel(
    'order: requests\nturns:\n  - error: {status: 429, retry_after: 1}\n  - text: "at last"\n',
  )
  const workflow = workflowFor('openai', 'gpt-4o-mini', `${model.url}/openai/v1`)
  const first = await createEngine({ workflow, world }).run({ input: { word: 'x' } })
  expect(first).toMatchObject({
    status: 'errored',
    error: { class: 'intelligence' },
    cost: { llmCalls: 0, llmTokens: 0 },
  })
  expect(first.error?.message).toContain('HTTP 429')
})

test('a key that is not set, a server that is not there', async () => {
  const workflow = workflowFor('openai', 'm', 'http://127.0.0.1:59999/v1')
  expect((await createEngine({ workflow, world: { ...world, env: {} } }).run()).error?.message).toBe(
    'intelligence call failed: backend `fast` needs the environment variable TEST_KEY, which is not set',
  )
  expect((await createEngine({ workflow, world }).run()).error?.message).toContain(
    'cannot be reached: connection refused',
  )
})

test('a cassette answers in place of the provider', async () => {
  const model = await mockModel('turns:\n  - text: "taped"\n')
  const workflow = workflowFor('openai', 'gpt-4o-mini', `${model.url}/openai/v1`)
  const cassette = join(temporaryFolder(), 'run.jsonl')
  const secrets = createPiiScanner({ groups: ['api_key'] })
  const recorder = await createRecorder(cassette, { secrets, nowMs: () => 0 })
  await createEngine({ workflow, world, fetch: recordingFetch(recorder) }).run({ input: { word: 'x' } })
  await recorder.close()
  const replayer = await createReplayer(cassette, { secrets, whenUsedUp: 'refuse' })
  const replayed = createEngine({ workflow, world, fetch: replayingFetch(replayer) })
  expect(await replayed.run({ input: { word: 'x' } })).toMatchObject({ finalValue: { content: 'taped' } })
  expect(await replayed.run({ input: { word: 'something else' } })).toMatchObject({
    status: 'errored',
    error: { class: 'intelligence' },
  })
  expect(model.requests).toHaveLength(1)
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SuiteReport } from '../../src/conformance/index.ts'
import { ASK, chained, corpusOf, run, temporaryFolder } from './support.ts'

/** A model that says yes, except every fourth time. */
async function model() {
  let asked = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked += 1
      const content = asked % 4 === 0 ? '{"q": "no"}' : '{"q": "yes"}'
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
          usage: { prompt_tokens: 11, completion_tokens: 2, total_tokens: 13 },
        }),
      )
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked: () => asked }
}

const scenario = (rest = '') =>
  chained(
    'live',
    [ASK, 'type = "switch"\nexpr = "a.parsed.q"'],
    `[[intel.turns]]\ncontent = '{"q": "yes"}'\n${rest}[expected]\nstatus = "completed"\noutputs = [{ path = "b.value", equals = "yes" }]\n`,
    'trials = 8\nmin_pass_rate = 0.5',
  )

test('a live model answers in place of the turns, and its own cassette can answer for it later', async () => {
  const { url, asked } = await model()
  const folder = corpusOf({ 'live.toml': scenario() })
  const cassette = join(temporaryFolder(), 'model.jsonl')
  const words = ['--json', '--jobs', '1', '--model', 'openai-compatible:test', '--base-url', url]
  const live = await run('conformance', folder, ...words, '--record-models', cassette)
  const { scenarios } = JSON.parse(live.stdout) as SuiteReport
  expect(scenarios[0]).toMatchObject({
    passed_trials: 6,
    deterministic: false,
    cost: { llm_calls: 1, llm_tokens: 13 },
    cost_per_success_tokens: (8 * 13) / 6,
  })
  expect([live.exit, asked()]).toEqual([0, 8])
  const replayed = await run('conformance', folder, ...words, '--replay', cassette)
  expect((JSON.parse(replayed.stdout) as SuiteReport).scenarios[0]).toMatchObject({ passed_trials: 6 })
  expect(asked()).toBe(8)
})

test('faults happen to a live model too', async () => {
  const { url, asked } = await model()
  const folder = corpusOf({ 'live.toml': scenario('[faults]\nintel = [{ kind = "server_error" }]\n') })
  const { exit, stdout } = await run(
    'conformance',
    folder,
    '--json',
    '--model',
    'openai-compatible:x',
    '--base-url',
    url,
  )
  const { scenarios } = JSON.parse(stdout) as SuiteReport
  expect(scenarios[0]).toMatchObject({ passed_trials: 0, faults_fired: 8 })
  expect([exit, asked()]).toEqual([1, 0])
})

test('a cassette without a model is wrong usage', async () => {
  const folder = corpusOf({ 'live.toml': scenario() })
  expect(await run('conformance', folder, '--replay', 'x')).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('--model'),
  })
})

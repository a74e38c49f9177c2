import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { SuiteReport } from '../../src/conformance/index.ts'
import { corpusOf, run } from './support.ts'

/** An agent that writes down what it is asked, and answers every third question wrongly. */
const PROGRAM = `
import { appendFileSync } from 'node:fs'
let prompt = ''
process.stdin.on('data', (chunk) => (prompt += chunk)).on('end', () => {
  appendFileSync('asked.txt', prompt)
  process.stdout.write(process.env.MOOD + ': ' + prompt.trim().toUpperCase())
})
`

async function reportOf(files: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const { exit, stdout, stderr } = await run('conformance', 'run', corpusOf(files), '--json', ...words)
  return { exit, stderr, report: (stdout === '' ? undefined : JSON.parse(stdout)) as SuiteReport }
}

test('an agent that is a program gets a folder of its own for every trial, and the same numbers', async () => {
  const { exit, report } = await reportOf({
    'agent.mjs': PROGRAM,
    'scenario.toml': `name = "program"
trials = 3
prompt = "say hello"
[agent]
type = "command"
command = ["\${NODE}", "\${SCENARIO_DIR}/agent.mjs"]
cwd = "\${SANDBOX}"
env = { MOOD = "fine" }
[expected]
status = "completed"
answer = { equals = "fine: SAY HELLO" }
writes = ["asked.txt"]
files = [{ path = "asked.txt", contains = "say hello", not_matches = "(?s)hello.*hello" }]
`,
  })
  expect(report.scenarios[0]).toMatchObject({
    trials: 3,
    passed_trials: 3,
    failures: [],
    deterministic: false,
  })
  expect(exit).toBe(0)
})

test('an agent behind HTTP is asked once a trial, and a wrong answer is told', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ output: asked % 3 === 0 ? 'no idea' : 'forty-two' }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/invoke`
  const { exit, report } = await reportOf(
    {
      'scenario.toml': `name = "http"\ntrials = 6\nprompt = "what is the answer?"\n[agent]\nendpoint = "${url}"\n[expected]\nanswer = { contains = "forty-two" }\n`,
    },
    '--jobs',
    '1',
  )
  expect(asked).toBe(6)
  expect(report.scenarios[0]).toMatchObject({
    passed_trials: 4,
    pass_rate: 4 / 6,
    pass_hat_k: { 2: expect.closeTo(0.4) },
  })
  expect(report.scenarios[0]!.failures).toEqual([
    'trial 2: answer: expected it to contain `forty-two`, got `no idea`',
    'trial 5: answer: expected it to contain `forty-two`, got `no idea`',
  ])
  expect(exit).toBe(1)
})

test('what is wrong with an agent table is told with its place before anything is started', async () => {
  const agent = (table: string) =>
    `name = "x"\nprompt = "hi"\n[agent]\n${table}\n[expected]\nstatus = "completed"\n`
  const wrong = await reportOf({ 'a.toml': agent('type = "htpp"') })
  expect(wrong.exit).toBe(2)
  expect(wrong.report.problems).toMatchObject([{ code: 'wrong-type', line: 4, column: 8 }])
  const unset = await reportOf({ 'a.toml': agent('endpoint = "${HOLDFAST_SURELY_UNSET}"') })
  expect(unset.report.problems).toMatchObject([{ code: 'unset-variable', line: 4 }, {}])
  const unknown = await reportOf({ 'a.toml': agent('endpoint = "http://localhost:1/"\nendpiont = "x"') })
  expect(unknown.report.problems).toMatchObject([
    { code: 'unknown-key', line: 5, hint: 'did you mean `endpoint`?' },
  ])
})

test('an agent nobody answers for has not kept its word', async () => {
  const { exit, report } = await reportOf({
    'a.toml':
      'name = "x"\nprompt = "hi"\n[agent]\nendpoint = "http://127.0.0.1:1/"\nretries = 0\n[expected]\nstatus = "completed"\n',
  })
  expect(exit).toBe(1)
  expect(report.scenarios[0]!.failures[0]).toContain('did not answer (unreachable)')
})

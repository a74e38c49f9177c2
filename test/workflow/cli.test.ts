import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { serveUntil } from '../../src/cli/commands/workflow-serve.ts'
import { loadWorkflow } from '../../src/workflow/index.ts'
import { fakeIo } from '../fake-io.ts'
import { chain } from './support.ts'

const ASK = 'type = "llm_infer"\nbackend = "default"\nprompt = "x"'

test('a run prints its way, its cost and its result', async () => {
  const io = fakeIo({
    'w.toml': chain(ASK, 'type = "template_render"\ntemplate = "{{content}}!"\ninput_from = "a"'),
    't.json': '["hi"]',
  })
  expect(await main(['workflow', 'run', 'w.toml', '--turns', 't.json', '--input', '{"a": 1}'], io)).toBe(0)
  expect(io.stdout().replace(/exec-[\w-]+/u, 'ID')).toBe(
    'completed  test  ID\n  path: a → b\n  cost: 2 nodes, 1 model calls, 0 tokens\n  result: {"rendered":"hi!"}\n',
  )
})

test.each([
  [chain('type = "fail"\nreason = "no"'), 1, 'reason: no'],
  [chain('type = "shell_run"\ncommand = "/bin/false"'), 1, 'no edge leaves a for "error"'],
  [chain(ASK), 1, 'backend `default` is not configured'],
  [
    `${chain('type = "read_env"\nkey = "SECRETS"')}[policy.env]\nread_keys = ["SECRET"]\n`,
    1,
    'denied read_env SECRETS',
  ],
])('exit codes tell how it went', async (text, exit, words) => {
  const io = fakeIo({ 'w.toml': text })
  expect(await main(['workflow', 'run', 'w.toml'], io)).toBe(exit)
  expect(io.stdout()).toContain(words)
})

test.each([
  [['workflow', 'run'], 'no workflow file is named'],
  [['workflow', 'run', 'gone.toml'], 'cannot read `gone.toml`'],
  [['workflow', 'run', 'w.toml', '--start', 'mian'], 'did you mean `main`?'],
  [['workflow', 'run', 'w.toml', '--input', '{'], '--input is not JSON'],
  [['workflow', 'run', 'w.toml', '--timeout-secs', '0'], 'above 0'],
  [['workflow', 'run', 'w.toml', '--model', 'gpt'], 'is not a model'],
  [['workflow', 'run', 'w.toml', '--resume', 'r'], 'no state directory'],
  [['workflow', 'serve', 'w.toml'], 'neither routes nor triggers'],
])('%j is refused with a reason', async (argv, words) => {
  const io = fakeIo({ 'w.toml': chain('type = "merge"') })
  expect(await main(argv, io)).toBe(2)
  expect(io.stderr()).toContain(words)
})

test('strict validation counts warnings', async () => {
  const io = fakeIo({ 'w.toml': chain('type = "shell_run"\ncommand = "/bin/true"') })
  expect(await main(['workflow', 'validate', 'w.toml'], io)).toBe(0)
  expect(await main(['workflow', 'validate', 'w.toml', '--strict', '--json'], io)).toBe(2)
})

test('served from the command line', async () => {
  const io = fakeIo({
    'w.toml': `${chain('type = "respond"\nbody_template = "hello"')}[[http_routes]]\nmethod = "GET"\npath = "/x"\nstart_node = "main"\n`,
  })
  let answer = ''
  const exit = await serveUntil(['w.toml'], { port: '0' }, io, async (url) => {
    answer = await (await fetch(`${url}/x`)).text()
  })
  expect([exit, answer]).toEqual([0, 'hello'])
  expect(io.stdout()).toContain('GET /x completed')
})

test('whatever is cut off or broken in a file is told with a place, and never thrown', () => {
  const folder = join(import.meta.dirname, '../../corpus/workflow/problems')
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8')
    for (let cut = 0; cut < text.length; cut += 7) {
      const { workflow, problems } = loadWorkflow(file, text.slice(0, cut) + text.slice(cut + 3))
      if (workflow === undefined) expect(problems.length).toBeGreaterThan(0)
      for (const { line, column, message } of problems)
        expect([line > 0, column > 0, message !== '']).toEqual([true, true, true])
    }
  }
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { loadWorkflow } from '../../src/workflow/index.ts'
import { fakeIo } from '../fake-io.ts'
import { readNamed } from './support.ts'

const folder = join(import.meta.dirname, '../../corpus/workflow/problems')
const files = readdirSync(folder).sort()

test.each(files)('%s gives exactly its problems, each with its place', (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const wanted = text
    .split('\n')
    .filter((line) => line.startsWith('# expect: '))
    .map((line) => line.slice('# expect: '.length))
  const { problems, workflow } = loadWorkflow(file, text, { readFile: readNamed })
  expect(
    problems.map(({ level, code, line, column }) => `${level} ${code} ${line}:${column}`).sort(),
  ).toEqual([...wanted].sort())
  expect(workflow === undefined).toBe(wanted.some((line) => line.startsWith('error')))
  // what must be there and of which type is said in the message; everything else comes with a way out
  for (const { hint, code, message } of problems)
    if (!['missing-key', 'wrong-type'].includes(code)) expect(hint, message).toBeDefined()
})

test('a file with an error is not run: exit 2, with its place', async () => {
  for (const command of ['run', 'validate', 'graph', 'serve']) {
    const io = fakeIo({ 'w.toml': readFileSync(join(folder, 'node-types.toml'), 'utf8') })
    expect(await main(['workflow', command, 'w.toml'], io)).toBe(2)
    expect(io.stderr()).toContain('unknown node type `llm_inferr`')
    expect(io.stderr()).toContain('did you mean `llm_infer`?')
  }
})

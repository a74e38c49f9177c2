import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEngine, loadWorkflow } from '../../src/workflow/index.ts'
import { scripted } from './support.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/workflows.md'), 'utf8')
const examples = [...page.matchAll(/^```toml\n([^]*?)^```$/gmu)].map(([, text]) => text!)

test('every workflow on the page loads without a problem', () => {
  expect(examples).toHaveLength(4)
  for (const text of examples) expect(loadWorkflow('docs.toml', text).problems).toEqual([])
})

test('the first example takes the way it promises', async () => {
  const { workflow } = loadWorkflow('docs.toml', examples[0]!)
  const engine = createEngine({ workflow: workflow! })
  const urgent = await engine.run({ input: { text: 'fire' }, backends: scripted('{"decision": "yes"}') })
  expect(urgent).toMatchObject({ lastNode: 'page', finalValue: { rendered: 'urgent: fire' } })
  const other = await engine.run({
    input: { text: 'tea' },
    backends: scripted('hm', '{"decision": "maybe"}'),
  })
  expect(other).toMatchObject({ lastNode: 'archive', cost: { llmCalls: 2 } })
})

test('the careful example writes nothing outside its folder and asks nobody else', async () => {
  const { workflow } = loadWorkflow('docs.toml', examples[1]!)
  const result = await createEngine({ workflow: workflow! }).run({
    input: { url: 'https://evil.test/api/x', path: 'out/x' },
  })
  expect(result).toMatchObject({ status: 'errored', denials: [{ family: 'http', code: 'not-listed' }] })
})

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runConfig } from './agents/run-config.ts'
import { FINANCE } from './finance-world.ts'

const FOLDER = resolve(import.meta.dirname, '../../examples/finance-agent')
const CONFIG = readFileSync(join(FOLDER, 'holdfast.yaml'), 'utf8')

test('the contract of the example is the one the agents of the tests are held to', () => {
  expect(CONFIG).toContain(readFileSync(join(FINANCE, 'contract.yaml'), 'utf8'))
})

test.each([
  ['careful', 0, { score: 100, verdict: 'kept' }],
  ['fabricating', 1, { score: 80, verdict: 'broken' }],
])(
  'the example with a %s model ends with %d, without a key and without a network',
  async (MODEL, exit, expected) => {
    const env = { MODEL, OPENAI_BASE_URL: 'http://127.0.0.1:9/nowhere', OPENAI_API_KEY: 'not-used' }
    const { code, result } = await runConfig(FOLDER, CONFIG, [], env)
    expect(result).toMatchObject(expected)
    expect(code).toBe(exit)
  },
)

test('a script that does not load is told with its place', async () => {
  const broken = CONFIG.replace('./${MODEL:-fabricating}.yaml', './holdfast.yaml')
  const { code, err } = await runConfig(FOLDER, broken)
  expect(err).toMatch(/agent\.mock: .*holdfast\.yaml:1:1/u)
  expect(code).toBe(2)
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TEMPLATES } from '../../src/contract/index.ts'
import { compare, readTranscript, UNSEEN } from '../../src/parity/index.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/testing.md'), 'utf8')
const examples = [...page.matchAll(/```ts\n(.*?)```/gsu)].map(([, code]) => code!)

test('the tests of docs/testing.md pass', { timeout: 120_000 }, () => {
  // outside of `test/`, where another run would take them for its own
  mkdirSync(join(root, '.holdfast'), { recursive: true })
  const folder = mkdtempSync(join(root, '.holdfast/example-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const contract = join(folder, 'contract.yaml')
  writeFileSync(contract, TEMPLATES['safety-minimal']!)
  writeFileSync(join(folder, 'vitest.config.mjs'), "export default { test: { include: ['*.test.ts'] } }")
  for (const [at, code] of examples.entries())
    writeFileSync(
      join(folder, `example-${at}.test.ts`),
      code
        .replaceAll("'holdfast/testing/vitest'", JSON.stringify(join(root, 'src/testing/vitest.ts')))
        .replaceAll("'holdfast/testing'", JSON.stringify(join(root, 'src/testing/index.ts')))
        .replaceAll("'contract.yaml'", JSON.stringify(contract)),
    )
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', folder, '--reporter=json'],
    {
      encoding: 'utf8',
      cwd: folder,
    },
  )
  const { numPassedTests, numTotalTests } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<
    string,
    number
  >
  expect([numPassedTests, numTotalTests], `${stdout}${stderr}`).toEqual([examples.length, examples.length])
})

test('the transcript of docs/testing.md is judged alike everywhere', async () => {
  const [, text] = /```yaml\n(.*?)```/su.exec(page)!
  const { transcript, problems } = readTranscript('testing.md', text!)
  expect(problems).toEqual([])
  expect((await compare(transcript!)).disagreements).toEqual([])
})

test('docs/testing.md says of every surface what it cannot see', () => {
  const rows = [...page.matchAll(/^\| (hook|MCP) \|/gmu)].map(([, surface]) => surface!.toLowerCase())
  for (const [surface, reasons] of Object.entries(UNSEEN))
    expect(rows.filter((each) => each === surface)).toHaveLength(reasons.length)
})

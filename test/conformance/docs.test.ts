import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as conformance from '../../src/conformance/index.ts'
import type { SuiteReport } from '../../src/conformance/index.ts'
import { corpusOf, run } from './support.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/conformance.md'), 'utf8')
const examples = [...page.matchAll(/^```toml\n([^]*?)^```$/gmu)].map(([, text]) => text!)

test('every scenario on the page runs, passes and claims nothing it does not do', async () => {
  const folder = corpusOf(Object.fromEntries(examples.map((text, index) => [`${index}.toml`, text])))
  const { exit, stdout } = await run('conformance', 'run', folder, '--json')
  const { scenarios, problems, summary } = JSON.parse(stdout) as SuiteReport
  expect(scenarios.map(({ name, passed, failures }) => [name, passed, failures])).toEqual([
    ['router', true, []],
    ['injected-path', true, []],
    ['rate-limited', true, []],
    ['answers-politely', true, []],
  ])
  expect([exit, problems, summary.coverage.unobserved_tags]).toEqual([0, [], []])
}, 60_000)

test('the page names every expectation, fault and sampling there is', async () => {
  const { stdout } = await run('schema', 'scenario')
  const { properties } = JSON.parse(stdout) as {
    properties: Record<string, { properties?: Record<string, object>; enum?: readonly string[] }>
  }
  const words = [
    ...Object.keys(properties['expected']!.properties!),
    ...Object.keys(properties['faults']!.properties!),
    ...Object.keys(properties['world']!.properties!),
    ...properties['sampling']!.enum!,
  ]
  expect(words.filter((word) => !page.includes(word))).toEqual([])
})

test('the names the page imports are there, and reading from disk is enough to run a corpus', async () => {
  const [, names] = /import \{ ([^}]+) \} from 'holdfast\/conformance'/u.exec(page)!
  for (const name of names!.split(', ')) expect(Object.keys(conformance)).toContain(name)
  const { findScenarioFiles, readFromDisk, runSuite, suiteReport } = conformance
  const folder = corpusOf({ 'a.toml': examples[0]! })
  const world = { workdir: process.cwd(), env: process.env, readFile: readFromDisk }
  expect(suiteReport(await runSuite(findScenarioFiles(folder), world), { floor: 0.95 }).exit_code).toBe(0)
  expect(readFromDisk('gone.toml', join(folder, 'a.toml'))).toMatchObject({ ok: false })
})

import { expect, test } from 'vitest'
import { CAPABILITIES, findScenarioFiles, loadScenario } from '../../src/conformance/index.ts'
import { CORPUS, reportOf, suiteOptions } from './support.ts'

const report = await reportOf(CORPUS, { jobs: 4 })

test.each(report.scenarios)('$name', (scenario) => {
  expect(scenario.load_error).toBeNull()
  expect(scenario.failing_trials.map(({ trial, failures }) => [trial, failures])).toEqual(
    scenario.name === 'reliability-tolerated' ? [[7, [expect.stringContaining('last_node')]]] : [],
  )
  expect(scenario.passed).toBe(true)
  expect(scenario.unobserved_tags).toEqual([])
  expect(scenario.faults_planned > 0).toBe(scenario.faults_fired > 0)
})

test('everything a runtime can do is exercised by a scenario that passes, by what really ran', () => {
  expect(report.summary.coverage).toEqual({
    covered: 37,
    total: 37,
    fraction: 1,
    uncovered: [],
    unknown_tags: [],
    unobserved_tags: [],
  })
  expect(CAPABILITIES).toHaveLength(37)
  expect([report.exit_code, report.problems]).toEqual([0, []])
})

const trialsBelow = (folder: string) =>
  report.scenarios
    .filter(({ file }) => file.includes(`/${folder}/`))
    .reduce((sum, { trials }) => sum + trials, 0)

test('there are many injections, and every one looks for the effect it must not have', () => {
  expect(trialsBelow('security')).toBeGreaterThanOrEqual(60)
  expect(trialsBelow('faults')).toBeGreaterThanOrEqual(30)
  for (const file of findScenarioFiles(`${CORPUS}/security`)) {
    const read = suiteOptions().readFile(file, file)
    if (!read.ok) throw new Error(read.reason)
    const { expected, turns } = loadScenario(file, read.text, suiteOptions()).scenario!
    const isWatched = expected.writes !== undefined || expected.noRequestsTo.length > 0
    const keepsSecrets = expected.prompts.length > 0 || expected.files.length > 0
    expect([file, isWatched || keepsSecrets]).toEqual([file, true])
    expect(turns[0]!.every(({ name }) => name !== undefined)).toBe(true)
  }
})

/** The same attacks with nobody in the way: the battery would be worth nothing if they did not work then. */
test.each([
  ['write-escapes', 12],
  ['folder-escapes', 6],
  ['read-escapes', 8],
  ['url-escapes', 15],
  ['redirects-elsewhere', 5],
  ['argument-escapes', 17],
  ['child-escapes', 4],
  ['agent-loop-escapes', 8],
  ['mcp-escapes', 3],
  ['contract-stops-commands', 12],
])('without its policy %s lets through at least %i of its attacks', async (name, least) => {
  const { scenarios } = await reportOf(CORPUS, { only: name, ignorePolicies: true })
  const effects = scenarios[0]!.failing_trials.filter(({ failures }) =>
    failures.some((failure) =>
      /^(?:writes|files|no_requests_to|requests|prompts|not_visited|outputs)/u.test(failure),
    ),
  )
  expect(effects.length).toBeGreaterThanOrEqual(least)
})

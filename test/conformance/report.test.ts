import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Agents, OpenAgent, SuiteReport } from '../../src/conformance/index.ts'
import { readBaseline, suiteReport } from '../../src/conformance/index.ts'
import { ASK, chained, corpusOf, reportOf, run, scenarioOf, temporaryFolder } from './support.ts'

const ROUTE = 'type = "switch"\nexpr = "a.parsed.q"'
const answers = (...words: readonly string[]) =>
  `[[intel.turns]]\nvariants = [${words.map((word) => `{ content = '{"q": "${word}"}', prompt_tokens = 9, completion_tokens = 1 }`).join(', ')}]\n`

/** Passes whenever the model says yes. */
const yesMan = (name: string, head: string, ...words: readonly string[]) =>
  chained(
    name,
    [ASK, ROUTE],
    `${answers(...words)}[[expected.outputs]]\npath = "b.value"\nequals = "yes"\n`,
    head,
  )

test('the JSON report has the shape existing tools read, and everything the text says', async () => {
  const folder = corpusOf({
    'steady.toml': yesMan(
      'steady',
      'trials = 8\ncapabilities = ["llm_infer", "shell_run", "wizardry"]',
      'yes',
    ),
    'shaky.toml': yesMan('shaky', 'trials = 8\nmin_pass_rate = 0.5', 'yes', 'no'),
  })
  const { exit, stdout } = await run(
    'conformance',
    'run',
    folder,
    '--json',
    '--min-pass-rate',
    '0.9',
    '--forecast-runs-per-day',
    '1000',
    '--price-per-mtok',
    '5',
  )
  expect(exit).toBe(1)
  const report = JSON.parse(stdout) as SuiteReport
  expect(report.summary).toMatchObject({
    scenarios: 2,
    passed: 2,
    failed: 0,
    mean_pass_k: 0.5,
    total_llm_calls: 2,
    total_llm_tokens: 20,
    total_trial_tokens: 160,
    total_passed_trials: 12,
    cost_per_success_tokens: 160 / 12,
    coverage: {
      covered: 4,
      total: 37,
      unknown_tags: ['wizardry'],
      unobserved_tags: [{ scenario: 'steady', tags: ['shell_run'] }],
    },
  })
  const shaky = report.scenarios.find(({ name }) => name === 'shaky')!
  expect(shaky).toMatchObject({
    trials: 8,
    passed_trials: 4,
    pass_k: 0,
    pass_rate: 0.5,
    min_pass_rate: 0.5,
    passed: true,
    cost: { llm_calls: 1, llm_tokens: 10, node_executions: 2, policy_denials: 0 },
    cost_per_success_tokens: 20,
    load_error: null,
    pass_hat_k: { 1: 0.5, 2: expect.closeTo(12 / 56), 4: expect.closeTo(1 / 70), 8: 0 },
    pass_rate_interval: {
      lower: expect.closeTo(0.2152, 3),
      upper: expect.closeTo(0.7848, 3),
      method: 'wilson',
    },
  })
  expect(shaky.failures[0]).toBe('trial 1: outputs `b.value`: expected `"yes"`, got `"no"`')
  expect(report.gate).toEqual({ floor: 0.9, violations: [{ name: 'shaky', pass_rate: 0.5, required: 0.9 }] })
  expect(report.forecast).toMatchObject({
    tokens_per_day: 160_000 / 12,
    tokens_per_month: 400_000,
    usd_per_month: 2,
  })
  const keys = Object.keys(report.scenarios[0]!)
  expect(keys).toEqual([...keys].sort())
})

test('eight of eight trials do not show a bar of 0.95; 59 would', async () => {
  const scenario = await scenarioOf(yesMan('x', 'trials = 8\nmin_pass_rate = 0.95', 'yes'))
  expect(scenario).toMatchObject({
    passed: true,
    certification: { bar: 0.95, shown: false, trials_needed: 59, lower_bound: expect.closeTo(0.688, 3) },
  })
  const shown = await scenarioOf(yesMan('x', 'trials = 59\nmin_pass_rate = 0.95', 'yes'))
  expect(shown.certification).toMatchObject({ shown: true })
})

test('failures come first, each with the command that repeats it, and that command does', async () => {
  const folder = corpusOf({
    'a.toml': yesMan('always', 'trials = 2', 'yes'),
    'z.toml': yesMan('it fails', 'trials = 4', 'yes', 'no\\u001b[31m'),
  })
  const { exit, stdout } = await run('conformance', folder)
  expect(exit).toBe(1)
  const lines = stdout.split('\n')
  expect(lines[0]).toMatch(
    /^FAIL it fails +pass\^4 {2}= 0\.0 {3}2 of 4 \(0\.50 \[0\.15, 0\.85\], 2 of 2 combinations\)$/u,
  )
  expect(lines[1]).toContain('trial 1: outputs')
  expect(lines[2]).toBe(`       again: holdfast conformance run ${folder} --only 'it fails' --trial 1`)
  expect(stdout).not.toContain('\u001b')
  expect(lines.findIndex((line) => line.startsWith('ok   always'))).toBeGreaterThan(4)
  const again = await run('conformance', 'run', folder, '--only', 'it fails', '--trial', '1')
  expect(again.exit).toBe(1)
  expect(again.stdout).toContain('pass^1  = 0.0')
  expect(again.stderr).toContain('b [switch] continue')
  expect((await run('conformance', 'run', folder, '--only', 'it fails', '--trial', '2')).exit).toBe(0)
})

test('a tolerated scenario passes and the strict figure still says what it is', async () => {
  const folder = corpusOf({ 'a.toml': yesMan('tolerated', 'trials = 8\nmin_pass_rate = 0.5', 'yes', 'no') })
  const { exit, stdout } = await run('conformance', folder)
  expect(exit).toBe(0)
  expect(stdout).toContain('pass^8  = 0.0   4 of 8')
})

test('a baseline finds what became worse, what is gone, and what only looks so', async () => {
  const folder = temporaryFolder()
  const baseline = join(folder, 'baseline.json')
  const before = corpusOf({
    'a.toml': yesMan('a', 'trials = 10', 'yes'),
    'b.toml': yesMan('b', 'trials = 10\nmin_pass_rate = 0.1', 'yes', 'no'),
    'c.toml': yesMan('c', 'trials = 10', 'yes'),
  })
  const saved = await run('conformance', before, '--save-baseline', baseline)
  expect([saved.exit, saved.stderr]).toEqual([0, `baseline saved to ${baseline}\n`])
  expect((await run('conformance', before, '--baseline', baseline)).stdout).toContain(
    'drift vs baseline: none',
  )
  const after = corpusOf({
    'a.toml': yesMan('a', 'trials = 10\nmin_pass_rate = 0.1', 'yes', 'yes', 'no'),
    'b.toml': yesMan('b', 'trials = 10\nmin_pass_rate = 0.1', 'yes'),
    'd.toml': yesMan('d', '', 'yes'),
  })
  const { exit, stdout } = await run('conformance', after, '--baseline', baseline)
  expect(exit).toBe(1)
  expect(stdout).toContain('drift vs baseline — REGRESSIONS:\n  a pass_rate 1.00 → 0.70\n')
  expect(stdout).toContain('c is in the baseline and was not run')
  expect(stdout).toContain('improved: b pass_rate 0.50 → 1.00')
  expect(stdout).toContain('new: d')
  const partial = await run('conformance', after, '--baseline', baseline, '--only', 'd')
  expect(partial.exit).toBe(0)
  const failing = await run(
    'conformance',
    corpusOf({ 'a.toml': yesMan('a', '', 'no') }),
    '--save-baseline',
    baseline,
  )
  expect([failing.exit, failing.stderr]).toEqual([1, expect.stringContaining('was not saved')])
  expect(readBaseline(readFileSync(baseline, 'utf8'), baseline).scenarios.get('a')?.passRate).toBe(1)
})

const agents = (open: OpenAgent): Agents => ({ open, check: () => undefined })

const flakyAgent =
  (passes: number): OpenAgent =>
  async (_config, { trial }) => ({
    ask: async (prompt) => ({ text: trial < passes ? `${prompt} yes` : 'no', llmTokens: 7 }),
    close: async () => undefined,
  })
const AGENT =
  'name = "agent"\ntrials = 20\nmin_pass_rate = 0.1\nprompt = "well?"\n[agent]\ntype = "http"\n[expected]\nstatus = "completed"\nanswer = { contains = "yes" }\n'

test('where chance plays a part a small drop is noise and a large one is not', async () => {
  const folder = corpusOf({ 'agent.toml': AGENT })
  const before = JSON.stringify(await reportOf(folder, { agents: agents(flakyAgent(19)) }))
  const baseline = readBaseline(before, 'before.json')
  const small = await reportOf(folder, { agents: agents(flakyAgent(17)) }, { baseline })
  expect(small.drift).toMatchObject({ regressions: [], rows: [{ verdict: 'within-noise', test: 'fisher' }] })
  expect(small.exit_code).toBe(0)
  const large = await reportOf(folder, { agents: agents(flakyAgent(8)) }, { baseline })
  expect(large.drift).toMatchObject({
    regressions: ['agent'],
    rows: [{ verdict: 'regressed', test: 'fisher' }],
  })
  expect(large.drift!.rows[0]!.p_value).toBeLessThan(0.05)
  expect(large.exit_code).toBe(1)
})

test('any agent gets the same numbers, and one that cannot be started is not judged', async () => {
  const folder = corpusOf({ 'agent.toml': AGENT })
  const { scenarios } = await reportOf(folder, { agents: agents(flakyAgent(15)) })
  expect(scenarios[0]).toMatchObject({
    trials: 20,
    passed_trials: 15,
    deterministic: false,
    cost_per_success_tokens: 140 / 15,
  })
  const none = await reportOf(folder)
  expect([none.exit_code, none.scenarios[0]!.load_error]).toEqual([
    3,
    expect.stringContaining('not available'),
  ])
  const hanging: OpenAgent = async () => ({
    ask: () => new Promise(() => undefined),
    close: async () => undefined,
  })
  const late = await reportOf(
    corpusOf({
      'a.toml': AGENT.replace('trials = 20', 'timeout_secs = 0.05')
        .replace('"completed"', '"timed_out"')
        .replace(/answer.*\n/u, ''),
    }),
    { agents: agents(hanging) },
  )
  expect(late.exit_code).toBe(0)
})

test('a trial that could not be carried out has not passed, and that is neither kept nor broken', async () => {
  const report = await reportOf(corpusOf({ 'agent.toml': AGENT.replace('min_pass_rate = 0.1\n', '') }), {
    agents: agents(async () => {
      throw new Error('no such program')
    }),
  })
  expect(report.exit_code).toBe(3)
  expect(report.scenarios[0]!.failures[0]).toBe(
    'trial 0: the trial could not be carried out: no such program',
  )
})

test.each(['{}', '{"scenarios": []}', '{"scenarios": [{}]}', '{', '[]'])(
  'the baseline %s is refused, because it would pass everything',
  async (text) => {
    const folder = corpusOf({ 'a.toml': yesMan('a', '', 'yes') })
    const file = join(folder, 'baseline.json')
    writeFileSync(file, text)
    const { exit, stderr } = await run('conformance', folder, '--baseline', file)
    expect([exit, stderr]).toEqual([2, expect.stringContaining('--save-baseline')])
  },
)

test('a report of another tool serves as a baseline too', async () => {
  const theirs = { scenarios: [{ name: 'a', pass_rate: 1, cost: { llm_tokens: 128 } }], summary: {} }
  const folder = corpusOf({ 'a.toml': yesMan('a', 'trials = 2\nmin_pass_rate = 0.1', 'yes', 'no') })
  const { drift } = await reportOf(folder, {}, { baseline: readBaseline(JSON.stringify(theirs), 'x.json') })
  expect(drift).toMatchObject({ regressions: ['a'], rows: [{ old_tokens: 128, new_tokens: 10 }] })
})

test('a report for CI has one case a scenario, and hostile text cannot break it', async () => {
  const folder = corpusOf({
    'a.toml': yesMan('fine', '', 'yes'),
    'b.toml': yesMan('<b>&', '', ']]></failure>'),
    'c.toml': 'name = "wrong"\n',
  })
  const file = join(folder, 'junit.xml')
  const page = join(folder, 'page.md')
  const notes = join(folder, 'notes.txt')
  await run('conformance', folder, '--reporter', `junit=${file},markdown=${page},github=${notes}`)
  const xml = readFileSync(file, 'utf8')
  expect(xml).toContain('<testsuites name="conformance" tests="3" failures="1" errors="1"')
  expect(xml).toContain('name="&lt;b&gt;&amp;"')
  expect(xml).not.toContain(']]></failure>`')
  expect([...xml.matchAll(/<testcase /gu)]).toHaveLength(3)
  const markdown = readFileSync(page, 'utf8')
  expect(markdown).toContain('## Conformance: 1 of 3 scenarios passed')
  expect(markdown).not.toContain('</failure>')
  expect(markdown).toContain('| ✗ &#60;b&#62;&#38; |')
  const lines = readFileSync(notes, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^::error file=.*c\.toml,line=1,col=1::workflow is required \(/u)
  expect(lines[1]).toMatch(/^::error file=.*b\.toml,line=1,title=<b>&::outputs/u)
})

test('nothing measured is not a perfect score', () => {
  const report = suiteReport({ entries: [], problems: [], sources: [], skippedFiles: [] })
  expect(report.summary).toMatchObject({
    pass_rate: null,
    cost_per_success_tokens: null,
    mean_pass_k: 0,
    coverage: { covered: 0 },
  })
})

test('nothing of a trial is left behind', async () => {
  let folder = ''
  await scenarioOf(
    chained(
      'x',
      ['type = "write_file"\npath_from = "trigger.path"\ncontent_from = "trigger.path"'],
      '[trigger]\npayload = { path = "${SANDBOX}/x.txt" }\n[expected]\nwrites = ["x.txt"]\n',
    ),
    {
      onObservation: (_scenario, _trial, { finalValue }) =>
        void (folder = (finalValue as { path: string }).path),
    },
  )
  expect(folder).toMatch(/x\.txt$/u)
  expect(existsSync(folder)).toBe(false)
})

test('faults that never happened and nodes nobody came to are told', async () => {
  const folder = corpusOf({
    'a.toml': chained(
      'quiet',
      [ASK, 'type = "terminate"'],
      `${answers('yes')}[faults]\nintel_error_on_call = 2\n[expected]\nstatus = "completed"\n`,
    ),
    'b.toml': chained('short', ['type = "fail"', 'type = "terminate"'], '[expected]\nstatus = "failed"\n'),
  })
  const { exit, stdout } = await run('conformance', folder)
  expect([exit, stdout]).toEqual([
    0,
    expect.stringContaining('WARNING none of the faults of quiet ever happened'),
  ])
  const { scenarios } = await reportOf(folder)
  expect(scenarios).toMatchObject([
    { faults_planned: 1, faults_fired: 0, node_coverage: { visited: 2, total: 2, unvisited: [] } },
    { node_coverage: { visited: 1, total: 2, unvisited: ['b'] } },
  ])
})

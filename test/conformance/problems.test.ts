import { expect, test } from 'vitest'
import { chained, corpusOf, run } from './support.ts'

const GOOD = chained('good', ['type = "terminate"'], '[expected]\nstatus = "completed"\n')

/** Every problem as `line:column code`, with the fix behind it. */
async function problemsOf(toml: string, others: Readonly<Record<string, string>> = {}) {
  const folder = corpusOf({ 'scenario.toml': toml, ...others })
  const { exit, stdout } = await run('conformance', 'run', folder, '--json')
  const { problems } = JSON.parse(stdout) as {
    problems: { level: string; code: string; line: number; column: number; message: string; hint?: string }[]
  }
  return {
    exit,
    problems: problems.map(({ code, line, column }) => `${line}:${column} ${code}`),
    all: problems,
  }
}

test.each<[string, string, string]>([
  ['no TOML at all', 'name = \n', '1:8 syntax'],
  ['a key twice', 'name = "a"\nname = "b"\n', '2:1 duplicate-key'],
  ['an unknown key', GOOD.replace('[workflow]', 'trails = 3\n[workflow]'), '3:1 unknown-key'],
  ['an unknown key below', `${GOOD}stauts = "failed"\n`, '16:1 unknown-key'],
  ['an unknown status', GOOD.replace('"completed"', '"complete"'), '15:10 wrong-type'],
  [
    'a bar that cannot be reached',
    GOOD.replace('[workflow]', 'min_pass_rate = 1.5\n[workflow]'),
    '3:17 wrong-type',
  ],
  ['half a trial', GOOD.replace('[workflow]', 'trials = 1.5\n[workflow]'), '3:10 wrong-type'],
  ['no workflow', 'name = "x"\n[expected]\nstatus = "completed"\n', '1:1 no-subject'],
  ['an empty workflow', 'name = "x"\n[workflow]\n', '2:2 no-subject'],
  ['a workflow that is not there', 'name = "x"\n[workflow]\npath = "gone.toml"\n', '3:8 missing-workflow'],
  ['no name', '[workflow]\npath = "x.toml"\n', '1:1 missing-key'],
  ['a node that does not exist', `${GOOD}last_node = "aa"\n`, '16:13 unknown-node'],
  ['a start that does not exist', `${GOOD}[trigger]\nstart = "mian"\n`, '17:9 unknown-start'],
  [
    'a fault for nobody',
    `${GOOD}[faults]\nnodes = [{ node = "zz", kind = "error" }]\n`,
    '17:19 unknown-node',
  ],
  ['a listener nobody declared', `${GOOD}no_requests_to = ["api"]\n`, '16:19 unknown-listener'],
  ['a pattern that cannot be used', `${GOOD}[expected.reply]\nmatches = "(?=x)"\n`, '17:11 bad-pattern'],
  ['a schedule the workflow does not have', `${GOOD}[trigger]\nkind = "cron"\n`, '17:8 no-such-trigger'],
  ['a request without a route', `${GOOD}[trigger]\nrequest = { path = "/x" }\n`, '17:11 no-route'],
  ['a policy with an unknown family', `${GOOD}[policy.file]\nread = ["/x"]\n`, '16:2 unknown-key'],
  ['a workflow and an agent', `${GOOD}[agent]\ntype = "http"\n`, '16:2 no-subject'],
  ['an agent that is asked nothing', 'name = "x"\n[agent]\ntype = "http"\n', '2:2 no-subject'],
  [
    'an agent with a path',
    'name = "x"\nprompt = "hi"\n[agent]\ntype = "http"\n[expected]\npath = ["a"]\n',
    '6:8 not-for-agents',
  ],
])('%s is told with its place and a fix, exit 2', async (_what, toml, wanted) => {
  const { exit, problems, all } = await problemsOf(toml)
  expect(problems).toContain(wanted)
  expect(exit).toBe(2)
  const [code] = wanted.split(' ').slice(1)
  const found = all.find((problem) => problem.code === code)!
  expect(found.hint ?? found.message).toMatch(
    /must be|did you mean|write|remove|rename|put|relative|one of|use|declare|lookahead|look|what can|strings stand/u,
  )
})

test('problems of an inline workflow stand where they are in the scenario', async () => {
  const toml = `name = "x"
[workflow]
inline = """
name = "flow"
[[start_nodes]]
name = "main"
source = "manual"
entry_node = "aa"
[[nodes]]
id = "a"
type = "terminat"
"""
[expected]
status = "completed"
`
  const { exit, problems } = await problemsOf(toml)
  expect(exit).toBe(2)
  expect(problems).toContain('11:8 unknown-node-type')
  const folder = corpusOf({ 'scenario.toml': toml })
  const { stderr } = await run('conformance', folder)
  expect(stderr).toContain('scenario.toml:11:8')
  expect(stderr).toContain('type = "terminat"')
  expect(stderr).toContain('did you mean `terminate`?')
})

test('problems of a workflow in a file of its own stand in that file', async () => {
  const folder = corpusOf({
    'scenario.toml': 'name = "x"\n[workflow]\npath = "flow/flow.toml"\n[expected]\nstatus = "completed"\n',
    'flow/flow.toml':
      'name = "f"\n[[start_nodes]]\nname = "main"\nsource = "manual"\n[[nodes]]\nid = "a"\ntype = "nope"\n',
  })
  const { exit, stderr } = await run('conformance', folder)
  expect(exit).toBe(2)
  expect(stderr).toContain('flow/flow.toml:7:8')
})

test('a wrong file does not keep the others from being run, and outranks their failures', async () => {
  const folder = corpusOf({
    'bad.toml': 'name = "bad"\n',
    'broken.toml': GOOD.replace('"good"', '"broken"').replace('"completed"', '"failed"'),
    'good.toml': GOOD,
  })
  const { exit, stdout } = await run('conformance', folder, '--json')
  expect(exit).toBe(2)
  expect((JSON.parse(stdout) as { summary: unknown }).summary).toMatchObject({
    scenarios: 3,
    passed: 1,
    failed: 2,
  })
})

test('what cannot fail, counts for nothing or contradicts itself is warned about', async () => {
  const vacuous = await problemsOf(chained('x', ['type = "terminate"'], ''))
  expect([vacuous.exit, vacuous.all.map(({ level, code }) => [level, code])]).toEqual([
    0,
    [['warning', 'vacuous']],
  ])
  const tags = await problemsOf(
    GOOD.replace(
      '[workflow]',
      'capabilities = ["terminat"]\ntrials = 3\nsampling = "exhaustive"\n[workflow]',
    ),
  )
  expect(tags.all.map(({ code, hint }) => [code, hint])).toEqual([
    ['unknown-capability', 'did you mean `terminate`?'],
    ['trials-follow-sampling', 'remove `trials`'],
  ])
  const twice = await problemsOf(GOOD, { 'second.toml': GOOD })
  expect(twice.all.map(({ code }) => code)).toEqual(['duplicate-name'])
})

test('more combinations than can be tried are refused', async () => {
  const turns = Array.from(
    { length: 20 },
    () => '[[intel.turns]]\nvariants = [{ content = "a" }, { content = "b" }]\n',
  )
  const { exit, problems } = await problemsOf(
    `${GOOD.replace('[workflow]', 'sampling = "exhaustive"\n[workflow]')}${turns.join('')}`,
  )
  expect([exit, problems]).toEqual([2, ['3:12 too-many-combinations']])
})

test.each([
  [['--min-pass-rate', '1.5'], '--min-pass-rate must be a number from 0 to 1'],
  [['--jobs', '0'], '--jobs must be a whole number above 0'],
  [['--trial', '1'], '--trial needs'],
  [['--price-per-mtok', '5'], '--price-per-mtok needs --forecast-runs-per-day'],
  [['--baseline', '/gone.json'], 'cannot read the baseline'],
  [['--only', 'god'], 'no scenario is called `god`'],
  [['--reporter', 'html=x'], 'is not a reporter'],
  [['--frobnicate'], 'unknown option'],
])('%j is wrong usage', async (words, message) => {
  const { exit, stderr } = await run('conformance', corpusOf({ 'good.toml': GOOD }), ...words)
  expect([exit, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('no scenario at all is not a success', async () => {
  expect((await run('conformance', corpusOf({ 'readme.txt': 'x' }))).exit).toBe(2)
  expect((await run('conformance', '/nowhere/at/all')).exit).toBe(2)
  const folder = corpusOf({ 'flow.toml': 'name = "f"\n[[start_nodes]]\nname = "m"\nsource = "manual"\n' })
  expect((await run('conformance', folder)).exit).toBe(2)
})

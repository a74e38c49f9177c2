import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairwise, planTrials } from '../../src/conformance/index.ts'
import { ASK, chained, CORPUS, corpusOf, reportOf, scenarioOf } from './support.ts'

/** Two questions; the workflow only copes when the answers differ. */
function fragile(settings: string): string {
  const variants = (name: string) =>
    `[[intel.turns]]\nvariants = [{ name = "${name} yes", content = '{"v": "yes"}' }, { name = "${name} no", content = '{"v": "no"}' }]\n`
  return `name = "fragile"
${settings}
[workflow]
inline = '''
name = "flow"
[[start_nodes]]
name = "main"
source = "manual"
entry_node = "first"
[[nodes]]
id = "first"
${ASK}
[[nodes]]
id = "second"
${ASK}
[[nodes]]
id = "compare"
type = "diff_compute"
left_from = "first.parsed"
right_from = "second.parsed"
[[nodes]]
id = "same"
type = "condition"
expr = "compare.unchanged"
[[nodes]]
id = "fine"
type = "terminate"
[[edges]]
from = "first"
to = "second"
[[edges]]
from = "second"
to = "compare"
[[edges]]
from = "compare"
to = "same"
[[edges]]
from = "same"
when = "false"
to = "fine"
'''
${variants('first')}${variants('second')}
[expected]
status = "completed"
last_node = "fine"
`
}

test('a router that routes every answer keeps pass^8 at 1', async () => {
  const { scenarios } = await reportOf(CORPUS, { only: 'reliability-router' })
  expect(scenarios).toMatchObject([
    {
      trials: 8,
      passed_trials: 8,
      pass_k: 1,
      pass_rate: 1,
      pass_hat_k: { 1: 1, 2: 1, 4: 1, 8: 1 },
      sampling: { mode: 'seeded', combinations: 3, tried: 3, fraction: 1 },
    },
  ])
})

test('one that forgot an answer decays with k', async () => {
  const { scenarios } = await reportOf(CORPUS)
  const robust = scenarios.find(({ name }) => name === 'reliability-router')!
  const forgetful = await scenarioOf(
    chained(
      'forgetful',
      [ASK, 'type = "switch"\nexpr = "a.parsed.q"'],
      `[[intel.turns]]\nvariants = [{ content = '{"q": "x"}' }, { content = '{"q": "y"}' }, { content = '{"q": "z"}' }]\n[[expected.outputs]]\npath = "b.value"\nmatches = "x|y"\n`,
      'trials = 8',
    ),
  )
  // the answers of trials 0 to 7 are 0 1 1 2 2 2 0 0, and 2 is the one nobody thought of
  expect(forgetful).toMatchObject({ trials: 8, passed_trials: 5, pass_k: 0, pass_rate: 0.625, passed: false })
  const decay = [1, 2, 4, 8].map((k) => forgetful.pass_hat_k[k]!)
  expect(decay).toEqual([0.625, expect.closeTo(20 / 56), expect.closeTo(5 / 70), 0])
  expect(Object.values(robust.pass_hat_k)).toEqual([1, 1, 1, 1])
  expect(forgetful.failing_trials.map(({ trial }) => trial)).toEqual([3, 4, 5])
})

test('the usual choice of variants misses a combination; trying all of them finds it', async () => {
  const seeded = await scenarioOf(fragile('trials = 64'))
  expect(seeded).toMatchObject({ pass_k: 1, sampling: { combinations: 4, tried: 2, fraction: 0.5 } })
  const exhaustive = await scenarioOf(fragile('sampling = "exhaustive"'))
  expect(exhaustive).toMatchObject({
    trials: 4,
    passed_trials: 2,
    pass_k: 0,
    pass_rate_interval: { lower: 0.5, upper: 0.5, method: 'exhaustive' },
    sampling: { combinations: 4, tried: 4, fraction: 1 },
  })
  expect(exhaustive.failing_trials.map(({ variants }) => variants)).toEqual([
    ['first yes', 'second yes'],
    ['first no', 'second no'],
  ])
  const random = await scenarioOf(fragile('trials = 64\nsampling = "random"\nseed = 7'))
  expect(random.sampling).toMatchObject({ tried: 4 })
  expect(random.passed_trials).toBeGreaterThan(16)
  expect(random.passed_trials).toBeLessThan(48)
})

test('pairs are all covered by fewer combinations than there are', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 6 }), (sizes) => {
      const rows = pairwise(sizes)
      for (const row of rows) row.forEach((value, turn) => expect(value).toBeLessThan(sizes[turn]!))
      for (let left = 0; left < sizes.length; left += 1)
        for (let right = left + 1; right < sizes.length; right += 1) {
          const seen = new Set(rows.map((row) => `${row[left]},${row[right]}`))
          expect(seen.size).toBe(sizes[left]! * sizes[right]!)
        }
      expect(rows.length).toBeLessThanOrEqual(sizes.reduce((product, size) => product * size, 1))
    }),
    { numRuns: 200 },
  )
  const turns = Array.from({ length: 8 }, () =>
    [1, 2, 3].map((n) => ({ content: String(n), promptTokens: 0, completionTokens: 0 })),
  )
  const plan = planTrials({ name: 'x', sampling: 'pairwise', seed: '0', trials: 1, turns })
  expect([plan.combinations, plan.trials < 30]).toEqual([6561, true])
})

const CHILD = `name = "child"\n[[start_nodes]]\nname = "main"\nsource = "manual"\nentry_node = "say"\n[[nodes]]\nid = "say"\ntype = "llm_infer"\nbackend = "default"\nprompt = "{{n}}"\ninput_from = "trigger"\n`

function fan(name: string, node: string): string {
  const answers = ['p', 'q', 'r', 's', 't', 'u'].map(
    (letter) =>
      `[[intel.turns]]\nvariants = [{ content = "${letter}0" }, { content = "${letter}1" }, { content = "${letter}2" }]\n`,
  )
  const items = [1, 2, 3, 4, 5, 6].map((n) => `{ n = ${n} }`).join(', ')
  return chained(
    name,
    [node, 'type = "template_render"\ntemplate = "{{}}"\ninput_from = "a.results"'],
    `[trigger]\npayload = { items = [${items}] }\n${answers.join('')}[expected]\nstatus = "completed"\n`,
    'trials = 12',
  )
}

test('the same trial gives the same result inside map and parallel, at any concurrency and on every run', async () => {
  const branches = Array.from(
    { length: 6 },
    (_, index) => `{ workflow = "child.toml", input_from = "trigger.items.${index}" }`,
  )
  const folder = corpusOf({
    'child.toml': CHILD,
    ...Object.fromEntries(
      [1, 2, 6].map((width) => [
        `map-${width}.toml`,
        fan(
          `map-${width}`,
          `type = "map"\nitems_from = "trigger.items"\nworkflow = "child.toml"\nmax_items = 9\nmax_concurrent = ${width}`,
        ),
      ]),
    ),
    'parallel.toml': fan('parallel', `type = "parallel"\nbranches = [${branches.join(', ')}]`),
  })
  const outputs = async (jobs: number) => {
    const seen = new Map<string, string>()
    await reportOf(folder, {
      jobs,
      onObservation: ({ name }, trial, { finalValue }) =>
        void seen.set(`${name} ${trial}`, JSON.stringify(finalValue)),
    })
    return seen
  }
  const first = await outputs(1)
  expect(first.size).toBe(48)
  for (const jobs of [1, 3, 16])
    expect(Object.fromEntries(await outputs(jobs))).toEqual(Object.fromEntries(first))
  for (let trial = 0; trial < 12; trial += 1)
    expect(
      new Set(['map-1', 'map-2', 'map-6', 'parallel'].map((name) => first.get(`${name} ${trial}`))).size,
    ).toBe(1)
  expect(
    new Set([...first].filter(([key]) => key.startsWith('map-1')).map(([, value]) => value)).size,
  ).toBeGreaterThan(3)
})

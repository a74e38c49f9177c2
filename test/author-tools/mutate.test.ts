import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeAgain, speakersOf, type RecordedSession } from '../../src/backtest/index.ts'
import { looserForms, mutantsOf, RecordedTrials, type MutantTrial } from '../../src/contract-mutants/index.ts'
import { compileContract, type CompiledContract } from '../../src/contract/index.ts'
import { isStricter } from '../../src/model/index.ts'
import { labFolder } from '../lab/lab-io.ts'
import {
  anySessions,
  call,
  contractOf,
  contractText,
  recorded,
  request,
  say,
  TOUCHY,
  turnEnd,
  turnStart,
} from './recording.ts'

function tried({ contract }: CompiledContract, sessions: readonly RecordedSession[]): readonly MutantTrial[] {
  const trials = new RecordedTrials(contract, mutantsOf(contract))
  for (const session of sessions) trials.add(session)
  return trials.finish().flatMap((clause) => clause.trials)
}

function fates(trials: readonly MutantTrial[]): Record<string, string> {
  return Object.fromEntries(
    trials.map(({ mutant, killed, survival }) => [
      `${mutant.clause.id} ${mutant.kind === 'loosen' ? mutant.change : mutant.kind}`,
      killed ? 'killed' : survival!,
    ]),
  )
}

const touchy = contractOf(TOUCHY)

test('a mutant without a clause that alone denied something is killed', async () => {
  let denials = 0
  await fc.assert(
    fc.asyncProperty(anySessions, async (scripts) => {
      const sessions = await recorded(touchy, scripts)
      const killed = new Set(
        tried(touchy, sessions).flatMap(({ mutant, killed: is }) =>
          is && mutant.kind === 'delete' ? [mutant.clause.id] : [],
        ),
      )
      for (const { decision } of sessions.flatMap((session) => [...judgeAgain(touchy, session)])) {
        const speakers = new Set(speakersOf(decision).map(({ clauseId }) => clauseId))
        if (decision.verdict !== 'deny' || speakers.size !== 1) continue
        denials += 1
        expect([...killed]).toContain([...speakers][0])
      }
    }),
    // the same draws every time, because what they covered is counted
    { numRuns: 15, seed: 1 },
  )
  expect(denials).toBeGreaterThan(20)
})

test('a looser form never objects where the clause does not', async () => {
  const scoped = contractOf(
    contractText(
      'scoped',
      `invariants:
  hard:
    - {name: at-least, check: {field: tone, gte: 2}}
    - {name: range, check: {field: tone, between: [1, 1]}}
    - {name: none-of, check: {field: tone, not_in: [0, 1]}}
    - {name: just-so, check: {field: tone, equals: 1}}
  process:
    - must_precede: {id: order, before: lookup, after: refund, scope: turn}
    - must_state: {id: cost, field: cost, before_tool_pattern: "mail|refund", scope: turn}
    - pii_filter: {id: secrets, patterns: [email, phone], action: block}
    - tool_blocklist: {id: blocked, tools: ["rm -rf /*", "git push --force", mail]}
  output:
    - {id: both, type: all_of, checks: [{type: contains, value: Done}, {type: contains, value: order}]}
    - {id: calls, type: max_tool_calls, max_calls: 1}
    - {id: sequence, type: tool_sequence, tools: [lookup, refund]}
    - {id: phrases, type: excludes_pattern, patterns: ["cost", "order"]}
`,
    ),
  )
  const clauses = [...touchy.contract.clauses, ...scoped.contract.clauses]
    // told once for each crossing, so that a later crossing of the higher line speaks where the lower one has spoken
    .filter(({ operator }) => operator !== 'process_drift')
  const forms = clauses.flatMap((clause) => looserForms(clause).map(({ looser }) => ({ clause, looser })))
  expect(forms.length).toBeGreaterThan(18)
  const milder = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anySessions, async (scripts) => {
      const sessions = await recorded(touchy, scripts, 'shadow')
      for (const { clause, looser } of forms) {
        const only = (source: typeof clause) =>
          sessions.flatMap((session) => [
            ...judgeAgain(compileContract({ ...touchy.contract, clauses: [source] }), session),
          ])
        const after = only(looser)
        only(clause).forEach(({ decision }, index) => {
          expect(isStricter(after[index]!.decision.verdict, decision.verdict)).toBe(false)
          if (after[index]!.decision.verdict !== decision.verdict) milder.add(clause.id)
        })
      }
    }),
    { numRuns: 15, seed: 1 },
  )
  expect(milder.size).toBeGreaterThan(10)
})

const BLOCKS = contractText(
  'blocks',
  `invariants:
  process:
    - tool_blocklist: {id: no-destruction, tools: ["rm -rf /*", "git push --force"]}
    - tool_allowlist: {id: known, tools: [Bash]}
    - context_budget: {id: small, max_tokens_per_turn: 1000, action_on_breach: deny}
`,
)

test('each mutant that survives says why', async () => {
  const blocks = contractOf(BLOCKS)
  const sessions = await recorded(blocks, [
    [call('Bash', { command: 'rm -rf /' }), call('Bash', { command: 'ls' })],
  ])
  expect(fates(tried(blocks, sessions))).toEqual({
    'no-destruction delete': 'killed',
    'no-destruction without `rm -rf /*`': 'killed',
    'no-destruction without `git push --force`': 'as-before',
    'no-destruction negate': 'killed',
    'known delete': 'silent',
    'known with every tool whose name begins like one of these': 'silent',
    'known negate': 'killed',
    'small delete': 'unheard',
    'small with max_tokens_per_turn 2000 instead of 1000': 'unheard',
    'small negate': 'unheard',
  })
})

test('a clause that only says what another says is told apart', async () => {
  const twice = contractOf(
    contractText(
      'twice',
      'invariants:\n  process:\n    - tool_blocklist: {id: one, tools: [refund]}\n    - tool_blocklist: {id: two, tools: [refund]}\n',
    ),
  )
  expect(fates(tried(twice, await recorded(twice, [[call('refund')]])))).toMatchObject({
    'one delete': 'echoed',
    'two delete': 'echoed',
  })
})

test('the clause that redacted is not vacuous, although what it hid is gone', async () => {
  const redacts = contractOf(
    contractText(
      'redacts',
      'invariants:\n  process:\n    - pii_filter: {id: no-leaks, patterns: [email], scan: [output], action: redact}\n    - context_budget: {id: small, max_tokens_per_turn: 10}\n',
    ),
  )
  const sessions = await recorded(redacts, [
    [turnStart, request(5), say('write to anna@example.com'), turnEnd],
  ])
  expect(fates(tried(redacts, sessions))).toMatchObject({
    'no-leaks delete': 'killed',
    'small delete': 'silent',
  })
})

describe('in the lab', () => {
  const agent = `export const answer = (prompt) => prompt.includes('hello') ? 'Hello. Source: a book.' : 'no'`
  const config = `version: "2.0"
agent: {type: module, endpoint: "./agent.mjs:answer"}
golden_prompts: ["hello", "what?"]
contract:
  name: lab
  invariants:
    - {id: cites, type: contains, value: "Source"}
    - {id: quick, type: latency, max_ms: 100000}
    - {id: clean, type: excludes_pattern, patterns: ["no", "never"]}
    - {id: tools-only, type: tool_called, tool: lookup, when: tool_faults_active}
chaos_matrix:
  - {name: calm}
`
  test('one run tells which mutants no cell notices', async () => {
    const folder = labFolder({ 'lab.yaml': config, 'agent.mjs': agent })
    const { exit, stdout, stderr } = await folder.run('contract', 'mutate', 'lab.yaml')
    expect(stderr).toBe('')
    expect(stdout).toMatchInlineSnapshot(`
      "clause      delete        loosen        negate
      cites       killed        –             killed        lab.yaml:7
      quick       survived      survived      killed        lab.yaml:8
      clean       killed        1/2 killed    killed        lab.yaml:9
      tools-only  survived      –             survived      lab.yaml:10

      survivors
        quick: the clause never objects here
          deleted
          with max_ms 200000 instead of 100000
        clean: whatever the clause objects to here, it still does
          without \`never\`
        tools-only: nothing here ever asks the clause
          deleted
          negated

      a clause that never objects is always kept, or dead: only a case that breaks it can tell

      lab  11 mutants of 4 clauses tried on 4 cells of the lab: 6 killed, 5 survived
      "
    `)
    expect(exit).toBe(1)
  })

  test('the mutants asked for decide the exit code', async () => {
    const folder = labFolder({ 'lab.yaml': config, 'agent.mjs': agent })
    const negated = ['contract', 'mutate', 'lab.yaml', '--mutants', 'negate', '--json']
    expect((await folder.run(...negated)).exit).toBe(1)
    const { exit, stdout } = await folder.run(...negated, '--clause', 'cites', '--clause', 'quick')
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ cells: 4, mutants: 2, killed: 2, survived: 0 })
  })

  test('clauses on what the agent does are judged there too', async () => {
    const folder = labFolder({
      'lab.yaml': config.replace(
        /contract:[\s\S]*?chaos_matrix/u,
        'contract: {file: ./c.yaml}\nchaos_matrix',
      ),
      'c.yaml': contractText(
        'leaks',
        'invariants:\n  process:\n    - pii_filter: {id: secrets, patterns: [email, phone], scan: [output], action: block}\n',
      ),
      'agent.mjs': "export const answer = () => 'write to anna@example.com'",
    })
    const { stdout } = await folder.run('contract', 'mutate', 'lab.yaml', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      clauses: [
        {
          clause: 'secrets',
          file: 'c.yaml',
          mutants: [
            { kind: 'delete', killed: true, by: 'secrets@calm' },
            { change: 'without `email`', killed: true },
            { change: 'without `phone`', killed: false, survival: 'as-before' },
            { kind: 'negate', killed: true },
          ],
        },
      ],
    })
  })

  test('an agent that never answers leaves everything undecided', async () => {
    const folder = labFolder({
      'lab.yaml': config,
      'agent.mjs': "export const answer = () => { throw new Error('down') }",
    })
    const { exit, stderr } = await folder.run('contract', 'mutate', 'lab.yaml')
    expect(stderr).toContain('no answer of the agent could be judged')
    expect(exit).toBe(3)
  })
})

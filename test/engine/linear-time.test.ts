import { cpuUsage } from 'node:process'
import { expect, test } from 'vitest'
import { compileContract, loadContract, type CompiledContract } from '../../src/contract/index.ts'
import { evaluate, openSession } from '../../src/engine/index.ts'
import type { AgentEvent, JsonObject } from '../../src/model/index.ts'
import { placed, type DrawnEvent } from './drawn/index.ts'
import { draftText, type ContractDraft } from './reference/draft.ts'

const HALF_CHARS = 50_000
const RUNS = 3
const MOST_ATTEMPTS = 3
/** Below this a clock says nothing about growth. */
const FLOOR_MS = 4
/** Twice the text may take twice the time; four times would be quadratic. */
const MOST_GROWTH = 3.2

const EMPTY: ContractDraft = {
  preconditions: [],
  hard: [],
  soft: [],
  governanceHard: [],
  governanceSoft: [],
  process: [],
  output: [],
  recovery: { strategies: [] },
}

/** Patterns that hang engines which try every way to match. */
const PATTERNS = [
  '(a+)+$',
  '(a|aa)+$',
  '(a*)*b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*a){12}',
  '(a?){30}a{30}',
  '(x+x+)+y',
  '(?i)(a|A|[aA])*!',
  '([^"]|a)*"',
  '\\s+$',
] as const

/** Places where a pattern from a contract meets an agent's text. */
const SITES: Readonly<
  Record<
    string,
    {
      readonly draft: (pattern: string) => ContractDraft
      readonly events: (text: string) => readonly DrawnEvent[]
    }
  >
> = {
  matches: {
    draft: (value) => ({ ...EMPTY, hard: [{ name: 'c', field: 'f', predicate: 'matches', value }] }),
    events: (text) => [{ kind: 'state', fields: { f: text } }, { kind: 'turn-end' }],
  },
  expr: {
    draft: (pattern) => ({
      ...EMPTY,
      hard: [{ name: 'c', field: 'f', predicate: 'expr', value: `re(value, ${JSON.stringify(pattern)})` }],
    }),
    events: (text) => [{ kind: 'state', fields: { f: text } }, { kind: 'turn-end' }],
  },
  must_state: {
    draft: (pattern) => withOperator('must_state', { field: 'cost', before_tool_pattern: `/${pattern}/` }),
    events: (text) => [{ kind: 'tool-call', callId: 'x', tool: text, args: {} }],
  },
  pii_filter: {
    draft: (regex) =>
      withOperator('pii_filter', {
        patterns: [],
        action: 'redact',
        custom_patterns: [{ name: 'own', regex }],
      }),
    events: (text) => [{ kind: 'model-response', text }],
  },
  regex: {
    draft: (pattern) => ({ ...EMPTY, output: [{ id: 'c', type: 'regex', options: { pattern } }] }),
    events: (text) => [{ kind: 'turn-end', output: text }],
  },
  excludes_pattern: {
    draft: (pattern) => ({
      ...EMPTY,
      output: [{ id: 'c', type: 'excludes_pattern', options: { patterns: [pattern] } }],
    }),
    events: (text) => [{ kind: 'turn-end', output: text }],
  },
}

function withOperator(operator: string, options: JsonObject): ContractDraft {
  return { ...EMPTY, process: [{ id: 'c', operator, options }] }
}

function compiled(draft: ContractDraft): CompiledContract | readonly string[] {
  const { contract, problems } = loadContract('drawn.yaml', draftText(draft))
  return contract === undefined ? problems.map(({ message }) => message) : compileContract(contract)
}

/** The cheapest of several fresh sessions in processor time, because other processes only ever add to the clock. */
function millisecondsFor(
  contract: CompiledContract,
  draft: ContractDraft,
  events: readonly DrawnEvent[],
): number {
  const times = Array.from({ length: RUNS }, () => {
    const started = cpuUsage()
    let session = openSession(contract, 'session')
    for (const event of placed(events, draft)) ({ session } = evaluate(contract, session, event))
    const { user, system } = cpuUsage(started)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

/** Measured again when it looks bad: what really grows too fast does so every time. */
function growth(
  contract: CompiledContract,
  draft: ContractDraft,
  eventsOf: (chars: number) => readonly DrawnEvent[],
): number {
  let least = Infinity
  for (let attempt = 0; attempt < MOST_ATTEMPTS && least >= MOST_GROWTH; attempt += 1) {
    const half = millisecondsFor(contract, draft, eventsOf(HALF_CHARS))
    const full = millisecondsFor(contract, draft, eventsOf(2 * HALF_CHARS))
    least = Math.min(least, Math.max(full, FLOOR_MS) / Math.max(half, FLOOR_MS))
  }
  return least
}

for (const [site, { draft, events }] of Object.entries(SITES))
  test.each(PATTERNS)(
    `${site}: %s is refused at load with the reason, or grows no faster than the text`,
    (pattern) => {
      const contract = compiled(draft(pattern))
      if (!('clauses' in contract)) {
        expect(contract.join()).toMatch(/regular expression|pattern|expression/u)
        return
      }
      for (const unit of ['a', 'aA', ' ', 'x'])
        expect(
          growth(contract, draft(pattern), (chars) => events(`${unit.repeat(chars / unit.length)}!`)),
        ).toBeLessThan(MOST_GROWTH)
    },
  )

/** Operators that read text themselves, and texts that make a careless reader look back again and again. */
const READERS: Readonly<Record<string, { draft: ContractDraft; units: readonly string[] }>> = {
  'a marker that is never marked': {
    draft: withOperator('must_precede', { before: 'challenge', after: 'refund' }),
    units: ['challenge ', 'refund ', '#challenge', '[challenge', '<refund', 'challenge     '],
  },
  'a field that is never stated': {
    draft: withOperator('must_state', { field: 'cost', before_tool_pattern: '*' }),
    units: ['cost ', 'cost"', 'cost: \n', 'cost=='],
  },
  'a statement': { draft: withOperator('repetition_guard', {}), units: ['a ', '.', 'é', '\ud800'] },
  'personal data that is never complete': {
    draft: withOperator('pii_filter', {
      patterns: ['email', 'phone', 'ssn', 'credit_card', 'api_key', 'ip_address'],
      action: 'redact',
    }),
    units: ['a@', '4', '1.', 'sk-', '+1 ', 'bob@example.com '],
  },
}

for (const [name, { draft, units }] of Object.entries(READERS))
  test.each(units.map((unit) => JSON.stringify(unit)))(
    `${name}: many times %s takes time in proportion`,
    (written) => {
      const unit = JSON.parse(written) as string
      const contract = compiled(draft) as CompiledContract
      const events = (chars: number): readonly DrawnEvent[] => [
        { kind: 'model-response', text: unit.repeat(Math.ceil(chars / unit.length)) },
      ]
      expect(growth(contract, draft, events)).toBeLessThan(MOST_GROWTH)
    },
  )

test.each([
  'rm -rf / ;',
  '$(',
  '`',
  "'",
  '"',
  'a|',
  '\\\n',
  '{a,b}',
  '$((',
  'X=1 ',
  'sudo ',
  'sh -c ',
  '<<E\n',
  '((',
  '*/',
  'a=$a$a;',
])('a command line of many %j takes time in proportion', (unit) => {
  const draft = withOperator('tool_blocklist', { tools: ['rm -rf /*', 'curl|bash', '*--no-verify', 'dd'] })
  const events = (chars: number): readonly DrawnEvent[] => [
    {
      kind: 'tool-call',
      callId: 'x',
      tool: 'Bash',
      args: { command: unit.repeat(Math.ceil(chars / 4 / unit.length)) },
    },
  ]
  expect(growth(compiled(draft) as CompiledContract, draft, events)).toBeLessThan(MOST_GROWTH)
})

test('an argument with many keys and a state with many fields take time in proportion', () => {
  const draft: ContractDraft = {
    ...withOperator('pii_filter', { patterns: ['email'], action: 'redact' }),
    hard: [{ name: 'd', predicate: 'expr', value: '"a.1" in state' }],
  }
  const many = (chars: number) =>
    Object.fromEntries(Array.from({ length: chars / 10 }, (_, index) => [`a.${index}`, 'bob@example.com']))
  const events = (chars: number): readonly DrawnEvent[] => [
    { kind: 'tool-call', callId: 'x', tool: 'send', args: many(chars) },
    { kind: 'state', fields: many(chars) },
    { kind: 'turn-end' },
  ]
  expect(growth(compiled(draft) as CompiledContract, draft, events)).toBeLessThan(MOST_GROWTH)
})

/** Ensures that the law above can fail: the shape of event that every reader gets is the one that is timed. */
test('the events that are timed are really judged', () => {
  const [, end] = placed(SITES['matches']!.events('aaa!'), EMPTY) as readonly [AgentEvent, AgentEvent]
  expect(end.kind).toBe('turn-end')
  const contract = compiled(SITES['matches']!.draft('^b')) as CompiledContract
  let session = openSession(contract, 'session')
  const verdicts = placed(SITES['matches']!.events('aaa!'), EMPTY).map((event) => {
    const { decision, session: next } = evaluate(contract, session, event)
    session = next
    return decision.verdict
  })
  expect(verdicts).toEqual(['allow', 'deny'])
})

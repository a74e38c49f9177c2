// Judging one event with the engine, next to a control that only copies it. Run: npm run bench -- --only engine
import { compileContract, loadContract } from '../src/contract/index.ts'
import { evaluate, openSession, type Session } from '../src/engine/index.ts'
import type { AgentEvent } from '../src/model/index.ts'
import { interleave } from './interleave.ts'
import { printRows, type Row } from './rows.ts'

const HEADER =
  'dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: bench\ndescription: ""\nversion: "1"\ninvariants:\n  process:\n'

const TEN = [
  'tool_blocklist: {tools: ["rm -rf /*", "curl|bash", "*--no-verify", "mcp__evil*"]}',
  'tool_allowlist: {tools: [Read, Write, Edit, Grep, Glob, Bash]}',
  'must_state: {field: cost, before_tool_pattern: "paid_*|tap_*"}',
  'must_precede: {before: challenge, after: recommendation}',
  'context_budget: {max_tokens_per_turn: 60000, action_on_breach: deny}',
  'process_drift: {window_size: 10, jsd_threshold: 0.9, action: warn}',
  'judge_predicate: {rubric: "is polite"}',
  'pii_filter: {patterns: [email, phone, ssn, credit_card, api_key, ip_address], action: redact}',
  'cost_ceiling: {max_usd_per_session: 1000000.0, action_on_breach: deny}',
  'repetition_guard: {window_size: 5, max_repeats: 3, ignore_tools: [Grep]}',
]

/** The same ten, a little different each time, so that clauses can share less of their work. */
const tenUnlike = (index: number): readonly string[] => [
  `tool_blocklist: {tools: ["rm -rf /*", "curl|bash", "*--no-verify", "mcp__evil${index}*"]}`,
  `tool_allowlist: {tools: [Read, Write, Edit, Grep, Glob, Bash, Own${index}]}`,
  `must_state: {field: cost${index}, before_tool_pattern: "paid_*|tap_*"}`,
  `must_precede: {before: challenge${index}, after: recommendation}`,
  `context_budget: {max_tokens_per_turn: ${60_000 + index}, action_on_breach: deny}`,
  `process_drift: {window_size: ${6 + index}, jsd_threshold: 0.9, action: warn}`,
  `judge_predicate: {rubric: "is polite ${index}"}`,
  `pii_filter: {patterns: [${['email, phone', 'ssn, email', 'api_key'][index % 3]}], action: redact}`,
  `cost_ceiling: {max_usd_per_session: ${1_000_000 + index}.0, action_on_breach: deny}`,
  `repetition_guard: {window_size: ${5 + index}, max_repeats: 3, ignore_tools: [Grep]}`,
]

const contractOf = (clauses: readonly string[]) =>
  `${HEADER}${clauses.map((clause) => `    - ${clause}\n`).join('')}`
const compiledOf = (clauses: readonly string[]) =>
  compileContract(loadContract('bench.yaml', contractOf(clauses)).contract!)
const base = { sessionId: 's', seq: 1, atMs: 0 } as const

/** A new argument object each time, as a surface would have it, from a pool so that making it is not what is timed. */
function calls(tools: readonly string[], args: (index: number) => Record<string, string>): () => AgentEvent {
  const pool = Array.from({ length: 256 }, (_, index): AgentEvent => ({
    ...base,
    kind: 'tool-call',
    callId: `c${index}`,
    tool: tools[(index * 7 + (index >> 3)) % tools.length]!,
    args: args(index),
  }))
  let next = 0
  return () => pool[(next = (next + 1) & 255)]!
}

function judging(clauses: readonly string[], event: () => AgentEvent): () => unknown {
  const compiled = compiledOf(clauses)
  let session: Session = openSession(compiled, 's')
  return () => {
    const result = evaluate(compiled, session, event())
    session = result.session
    return result.decision
  }
}

function engineBench({ isQuick }: { readonly isQuick: boolean }): readonly Row[] {
  const fileCalls = (...tools: readonly string[]) =>
    calls(tools, (index) => ({ file_path: `src/module-${index}/index.ts`, limit: String(index) }))
  const readFile = () => fileCalls('Read')
  const changing = () => fileCalls('Read', 'Write', 'Edit', 'Glob', 'Read')
  const shell = () =>
    calls(['Bash'], (index) => ({ command: `git log --oneline -n ${index} -- src && npm test` }))
  const replies = Array.from({ length: 512 }, (_, index): AgentEvent => ({
    ...base,
    kind: 'model-response',
    text: `Module ${index} builds, and its tests pass on all three platforms.`,
    usage: { input: 900, output: 40 },
    model: 'claude-sonnet-4-5',
    provider: 'anthropic',
  }))
  let said = 0
  const reply = () => replies[(said = (said + 1) & 511)]!
  // the language adds up lists of tools, statements, markers and rubrics; of the other five a contract has one each
  const [addingUp, once] = [
    TEN.filter((clause) => ADD_UP.test(clause)),
    TEN.filter((clause) => !ADD_UP.test(clause)),
  ]
  const hundred = [...once, ...Array.from({ length: 19 }, () => addingUp).flat()]
  const tenOfEach = Array.from({ length: 10 }, () => TEN).flat()
  const control = readFile()
  const text = contractOf(TEN)
  const rounds = isQuick ? 9 : 41
  // each group is interleaved by itself: a round of loading would leave cold caches to whatever is judged next
  const groups = [
    {
      'control: write the event as JSON': () => JSON.stringify(control()),
      'ten operators, one tool call': judging(TEN, readFile()),
    },
    { 'ten operators, one reply': judging(TEN, reply) },
    { '100 clauses, one tool call': judging(hundred, readFile()) },
    { 'ten of each of the ten operators': judging(tenOfEach, readFile()) },
    {
      'ten of each, no two alike': judging(
        Array.from({ length: 10 }, (_, index) => tenUnlike(index)).flat(),
        readFile(),
      ),
    },
    {
      'ten operators, between larger contracts': judging(TEN, changing()),
      'ten of each, tools that change': judging(tenOfEach, changing()),
    },
    { 'ten operators, one shell command': judging(TEN, shell()) },
    {
      'load a ten-clause contract': () => loadContract('bench.yaml', text),
      'load and compile it': () => compileContract(loadContract('bench.yaml', text).contract!),
    },
  ]
  const timed = groups.flatMap((subjects) => interleave(subjects, { rounds }))
  const controlNs = timed[0]!.nanoseconds
  return timed.map(({ name, nanoseconds }) => ({
    name,
    value: nanoseconds,
    unit: 'ns',
    timesControl: nanoseconds / controlNs,
    ...(BARS[name] === undefined ? {} : { bar: BARS[name] }),
  }))
}

const ADD_UP = /^(?:tool_blocklist|tool_allowlist|must_state|must_precede|judge_predicate):/u

const BARS: Readonly<Record<string, number>> = {
  'ten operators, one tool call': 2_000,
  '100 clauses, one tool call': 5_000,
  'ten of each of the ten operators': 5_000,
  'ten of each, no two alike': 5_000,
  'ten operators, between larger contracts': 2_000,
  'ten of each, tools that change': 5_000,
  'load a ten-clause contract': 2_000_000,
}

printRows('engine', engineBench({ isQuick: process.argv.includes('--quick') }))

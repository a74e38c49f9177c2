import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { sessionsInStore, type RecordedSession } from '../../src/backtest/index.ts'
import { compileContract, loadContract, type CompiledContract } from '../../src/contract/index.ts'
import { createGuard, type EventInput } from '../../src/guard/index.ts'
import type { Mode } from '../../src/model/index.ts'
import { openStore } from '../../src/store/index.ts'

/** What an agent did, before anybody numbered it; `told` is history that comes back in a request. */
export interface Scripted {
  readonly event: Written
  readonly told?: boolean
}

type Written = EventInput extends infer Input
  ? Input extends EventInput
    ? Omit<Input, 'sessionId'>
    : never
  : never

export function contractOf(text: string, file = 'contract.yaml'): CompiledContract {
  const { contract, problems } = loadContract(file, text)
  if (contract === undefined) throw new Error(JSON.stringify(problems))
  return compileContract(contract)
}

export function contractText(name: string, body: string): string {
  return `dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: ${name}\ndescription: ""\nversion: "1.0"\n${body}`
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-author-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Sessions judged by the real guard into a real store; gives the store's location. */
export async function recordInto(
  location: string,
  contract: CompiledContract,
  scripts: readonly (readonly Scripted[])[],
  mode: Mode = 'enforce',
): Promise<string> {
  const store = await openStore(location)
  let nowMs = 1_000
  const guard = createGuard({ contract, mode, nowMs: () => (nowMs += 1), sink: store })
  for (const [index, script] of scripts.entries())
    for (const { event, told } of script) {
      const input: EventInput = { ...event, sessionId: `agent/s${index}` }
      if (told === true) guard.fold(input)
      else guard.judge(input)
      await guard.settled()
    }
  await store.close()
  return location
}

/** The same, in a store that nobody else sees, and read back. */
export async function recorded(
  contract: CompiledContract,
  scripts: readonly (readonly Scripted[])[],
  mode: Mode = 'enforce',
): Promise<readonly RecordedSession[]> {
  return recordedIn(await recordInto(join(temporaryFolder(), 'sessions.db'), contract, scripts, mode))
}

export async function recordedIn(location: string): Promise<readonly RecordedSession[]> {
  const store = await openStore(location)
  const ids: string[] = []
  for await (const { sessionId } of store.sessions()) ids.push(sessionId)
  const sessions: RecordedSession[] = []
  for await (const session of sessionsInStore(store, ids)) sessions.push(session)
  await store.close()
  return sessions
}

export const call = (tool: string, args: Record<string, string | number> = {}): Scripted => ({
  event: { kind: 'tool-call', callId: 'c', tool, args },
})
export const say = (text: string): Scripted => ({
  event: {
    kind: 'model-response',
    text,
    usage: { input: 100, output: 10 },
    model: 'gpt-4o-mini',
    provider: 'openai',
  },
})
export const turnStart: Scripted = { event: { kind: 'turn-start', input: 'please' } }
export const turnEnd: Scripted = { event: { kind: 'turn-end' } }
export const request = (tokens: number): Scripted => ({
  event: {
    kind: 'model-request',
    provider: 'openai',
    model: 'gpt-4o-mini',
    tokens: { input: tokens, exact: true },
  },
})

const TOOLS = ['lookup', 'refund', 'mail', 'Bash', 'Read']
const TEXTS = ['', 'Done.', 'challenge: why?', 'recommendation: do it', 'cost: 5', 'I looked at the order.']

const anyCall = fc
  .tuple(fc.constantFrom(...TOOLS), fc.constantFrom('ls', 'rm -rf /', 'git push --force', 'echo hi'))
  .map(([tool, command]) => call(tool, tool === 'Bash' ? { command } : { id: command.length }))

const anyStep: fc.Arbitrary<Scripted> = fc.oneof(
  { weight: 4, arbitrary: anyCall },
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS).map(say) },
  { weight: 2, arbitrary: fc.integer({ min: 10, max: 3_000 }).map(request) },
  { weight: 2, arbitrary: fc.constant(turnStart) },
  { weight: 2, arbitrary: fc.constant(turnEnd) },
  { weight: 1, arbitrary: anyCall.map((step) => ({ ...step, told: true })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ tone: fc.integer({ min: 0, max: 2 }) })
      .map((fields): Scripted => ({ event: { kind: 'state', fields } })),
  },
)

/** A few sessions of anything, in no order an agent would choose. */
export const anySessions = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 25 }), {
  minLength: 1,
  maxLength: 4,
})

/** Every operator at a threshold that random sessions really reach. */
export const TOUCHY = contractText(
  'touchy',
  `preconditions:
  - {name: has-tone, check: {field: tone, exists: true}}
invariants:
  hard:
    - {name: few-turns, check: {field: session.turns, lte: 3}}
  soft:
    - {name: friendly, check: {field: tone, gte: 1}, recovery: correct, recovery_window: 1}
  process:
    - tool_blocklist: {id: no-destruction, tools: ["rm -rf /*"]}
    - tool_allowlist: {id: known, tools: [lookup, refund, mail, Bash]}
    - must_state: {id: cost-first, field: cost, before_tool_pattern: "mail"}
    - must_precede: {id: lookup-first, before: lookup, after: refund, scope: session}
    - context_budget: {id: small, max_tokens_per_turn: 2000, action_on_breach: deny}
    - process_drift: {id: steady, window_size: 3, jsd_threshold: 0.2, action: warn}
    - judge_predicate: {id: brave, rubric: "Takes a position.", sample_rate: 0.5}
    - cost_ceiling: {id: cheap, max_usd_per_session: 0.0001, action_on_breach: deny}
    - repetition_guard: {id: no-loops, window_size: 4, max_repeats: 2, action: deny}
  output:
    - {id: says-done, type: contains, value: "Done", severity: low}
recovery:
  on_hard_violation: raise
  on_soft_violation: log_and_continue
  strategies:
    - {name: correct, type: reduce_autonomy, actions: [lookup]}
`,
)

import { randomUUID } from 'node:crypto'
import type { PlannedChaosRun } from '../chaos/index.ts'
import type { CompiledContract } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { JsonObject, JsonValue, Judge, SessionRecord } from '../model/index.ts'
import { wrapCallable } from '../planes/index.ts'
import { ContractBreachError, createGuard, type ContractGuard } from '../sdk/index.ts'
import { chaosForAgent, refuseVacuous, type ChaosOption } from './chaos-for-agent.ts'

export type Tool = (args: JsonObject) => JsonValue | Promise<JsonValue>
export type Tools = Readonly<Record<string, Tool>>

/** What an agent under test is given besides its prompt. */
export interface AgentWorld {
  /** The tools of the options, judged before they run, with faults in them when chaos is on. */
  readonly tools: Readonly<Record<string, (args?: JsonObject) => Promise<JsonValue>>>
  /** The session it is judged in: for `wrap(client, guard)`, `guard.state(…)`, `guard.mark(…)`. */
  readonly guard: ContractGuard
}

/** An agent is a function of a prompt that gives its answer. */
export type Agent = (prompt: string, world: AgentWorld) => unknown

export interface AgentOptions {
  /** What it is asked, each in a session of its own. */
  readonly prompts?: readonly string[]
  readonly tools?: Tools
  /** Faults for its tools and attacks on its context. */
  readonly chaos?: ChaosOption
  /** How often each prompt is asked. */
  readonly trials?: number
  readonly seed?: number | string
  /** Who answers `judge_predicate`; without one it is skipped. */
  readonly judge?: Judge
}

export interface AgentRun {
  readonly prompt: string
  readonly records: readonly SessionRecord[]
  /** Why there is no answer, when there is none and the contract was not the reason. */
  readonly failure?: unknown
}

const NO_JUDGE: Judge = { ask: async () => ({ verdict: 'skip', reason: 'no judge is configured' }) }

/** Asks the agent everything, one question after the other. */
export async function runAgent(
  contract: CompiledContract,
  agent: Agent,
  options: AgentOptions,
): Promise<readonly AgentRun[]> {
  const { prompts = [], tools = {}, chaos: wanted, trials = 1, seed = 0, judge = NO_JUDGE } = options
  if (prompts.length === 0)
    throw new HoldfastError('HF_USAGE', 'the agent is asked nothing', 'give `prompts: ["…"]`')
  const chaos = wanted === undefined ? undefined : chaosForAgent(wanted, Object.keys(tools).length > 0, seed)
  const runs: AgentRun[] = []
  const struck: PlannedChaosRun[] = []
  for (const prompt of prompts)
    for (let trial = 0; trial < trials; trial += 1) {
      const run = chaos?.run(prompt, trial)
      if (run !== undefined) struck.push(run)
      const session = new AgentSession(contract, tools, judge, run)
      if (chaos !== undefined) session.guard.judge({ kind: 'session-start', chaos: chaos.active })
      runs.push(await session.ask(agent, prompt))
    }
  if (struck.length > 0) refuseVacuous(struck)
  return runs
}

/** One question, judged as one turn. */
class AgentSession {
  readonly guard: ContractGuard
  private readonly records: SessionRecord[] = []
  private told = 0

  constructor(
    contract: CompiledContract,
    private readonly tools: Tools,
    judge: Judge,
    private readonly chaos: PlannedChaosRun | undefined,
  ) {
    const onRecord = (record: SessionRecord): void => void this.records.push(record)
    this.guard = createGuard(contract, { sessionId: `test-${randomUUID()}`, onRecord, judge })
  }

  async ask(agent: Agent, prompt: string): Promise<AgentRun> {
    const asked = this.chaos?.input('boundary', prompt) ?? prompt
    this.tellFaults()
    const tools = Object.fromEntries(
      Object.entries(this.tools).map(([name, tool]) => [name, this.guarded(name, tool, asked)]),
    )
    try {
      const answer = textOf(await agent(asked, { tools, guard: this.guard }))
      this.beginTurn(asked)
      // an agent whose model is wrapped has been heard already
      if (!this.has('model-response')) {
        this.guard.judge({ kind: 'model-response', text: answer })
        this.guard.judge({ kind: 'turn-end', output: answer })
      }
    } catch (failure) {
      // what the contract stopped is in the records
      if (!isBreach(failure)) return { prompt, records: this.records, failure }
    }
    this.beginTurn(asked)
    await this.guard.settled()
    return { prompt, records: this.records }
  }

  private guarded(name: string, tool: Tool, prompt: string) {
    return async (args: JsonObject = {}): Promise<JsonValue> => {
      this.beginTurn(prompt)
      const callId = randomUUID()
      return this.guard.run({ tool: name, args, callId }, async (allowed) => {
        if (this.chaos === undefined) return tool(allowed)
        try {
          return await wrapCallable(name, tool, this.chaos)(allowed)
        } finally {
          this.tellFaults(callId)
        }
      })
    }
  }

  /** A wrapped model tells of its turns itself, so nobody is faster than it. */
  private beginTurn(prompt: string): void {
    if (!this.has('turn-start')) this.guard.judge({ kind: 'turn-start', input: prompt })
  }

  /** Chaos numbers calls by itself; in the session they go by their own names. */
  private tellFaults(callId?: string): void {
    const { ledger = [] } = this.chaos ?? {}
    for (const { faultId, fault, target } of ledger.slice(this.told))
      this.guard.judge({ kind: 'fault', faultId, fault, target, ...(callId !== undefined && { callId }) })
    this.told = ledger.length
  }

  private has(kind: string): boolean {
    return this.records.some(({ event }) => event.kind === kind)
  }
}

function textOf(answer: unknown): string {
  if (typeof answer === 'string') return answer
  if (typeof answer === 'object' && answer !== null && 'output' in answer) return textOf(answer.output)
  return answer === undefined ? '' : JSON.stringify(answer)
}

/** Frameworks wrap what a tool throws; the breach is somewhere below. */
function isBreach(error: unknown): boolean {
  for (let at = error, depth = 0; at !== undefined && depth < 8; depth += 1) {
    if (at instanceof ContractBreachError) return true
    at = at instanceof Error ? at.cause : undefined
  }
  return false
}

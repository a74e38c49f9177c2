import type { CompiledContract } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { ContractSource } from '../sdk/index.ts'
import { openContract } from '../sdk/contract-source.ts'
import { runAgent, type Agent, type AgentOptions, type AgentRun } from './agent.ts'
import { explain } from './explain.ts'
import { brokenIn, recordsOf, type HonourOptions, type WrittenEvent } from './honour.ts'

export type ToHonourOptions = HonourOptions & AgentOptions

/** What Vitest and Jest both understand. */
export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

/** `expect(events).toHonour(contract)` at once, `await expect(agent).toHonour(contract, { prompts })` when it has answered. */
function toHonour(
  received: unknown,
  contract: ContractSource,
  options: ToHonourOptions = {},
): MatcherResult | Promise<MatcherResult> {
  const compiled = openContract(contract)
  if (typeof received === 'function') return agentHonours(compiled, received as Agent, options)
  if (Array.isArray(received)) return eventsHonour(compiled, received as readonly WrittenEvent[], options)
  throw new HoldfastError(
    'HF_USAGE',
    '`toHonour` judges a list of events or an agent',
    'expect(events).toHonour(contract), or await expect(agent).toHonour(contract, { prompts: […] })',
  )
}

function eventsHonour(
  contract: CompiledContract,
  events: readonly WrittenEvent[],
  options: ToHonourOptions,
): MatcherResult {
  const broken = brokenIn(recordsOf(contract, events), options)
  return {
    pass: broken.length === 0,
    message: () => (broken.length === 0 ? kept(contract) : explain(contract, broken)),
  }
}

async function agentHonours(
  contract: CompiledContract,
  agent: Agent,
  options: ToHonourOptions,
): Promise<MatcherResult> {
  const runs = await runAgent(contract, agent, options)
  const complaints = runs.flatMap((run) => complaintsAbout(contract, run, options))
  return {
    pass: complaints.length === 0,
    message: () => (complaints.length === 0 ? kept(contract) : complaints.join('\n\n')),
  }
}

/** An agent that does not answer has not kept its contract, whatever the contract says. */
function complaintsAbout(
  contract: CompiledContract,
  { prompt, records, failure }: AgentRun,
  options: HonourOptions,
): readonly string[] {
  const asked = `asked ${JSON.stringify(prompt)}:`
  const broken = brokenIn(records, options)
  const about = broken.length === 0 ? [] : [`${asked} ${explain(contract, broken)}`]
  return failure === undefined ? about : [...about, `${asked} the agent did not answer: ${reasonOf(failure)}`]
}

function reasonOf(failure: unknown): string {
  return failure instanceof Error ? `${failure.name}: ${failure.message}` : JSON.stringify(failure)
}

function kept({ contract }: CompiledContract): string {
  return `the contract \`${contract.name}\` was kept, and the test expects that it is broken`
}

/** For `expect.extend(holdfastMatchers)`. */
export const holdfastMatchers = { toHonour } as const

import { AgentTimeout, type OpenAgent } from '../agent.ts'
import type { Scenario, SubjectPlan } from '../model.ts'
import { filled, filledIn } from '../placeholders.ts'
import { NO_COST, type Ran } from './observation.ts'
import type { Stage } from './stage.ts'

/** Asks a fresh agent once. Whoever does not answer in time is not waited for. */
export async function agentTrial(
  scenario: Scenario,
  openAgent: OpenAgent,
  trial: number,
  { placeholders, workdir, env }: Stage,
): Promise<Ran> {
  const subject = scenario.subject as Extract<SubjectPlan, { kind: 'agent' }>
  const agent = await openAgent(filledIn(subject.config, placeholders), {
    file: scenario.file,
    workdir,
    env,
    trial,
  })
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), scenario.timeoutMs)
  const tooLate = new Promise<'late'>((late) => over.signal.addEventListener('abort', () => late('late')))
  try {
    const asked = agent.ask(filled(subject.prompt, placeholders), over.signal)
    asked.catch(() => undefined)
    const answer = await Promise.race([asked, tooLate])
    if (answer === 'late')
      return { ...NOTHING, status: 'timed_out', reason: 'the agent did not answer in time' }
    const { text, llmTokens, costUsd = 0 } = answer
    return {
      ...NOTHING,
      status: 'completed',
      answer: text,
      isMetered: llmTokens !== undefined,
      cost: { ...NO_COST, llmTokens: llmTokens ?? 0, costUsd },
    }
  } catch (error) {
    const status = error instanceof AgentTimeout ? 'timed_out' : 'errored'
    return { ...NOTHING, status, reason: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
    await agent.close()
  }
}

const NOTHING: Omit<Ran, 'status'> = {
  lastNode: null,
  path: [],
  finalValue: null,
  deadEnd: false,
  isUnrouted: false,
  trace: [],
  policyChecks: [],
  denials: [],
  retries: 0,
  cost: NO_COST,
  isMetered: false,
  prompts: [],
  unusedTurns: 0,
  faultsFired: [],
  replacedNodes: new Set(),
  triggeredBy: 'agent',
}

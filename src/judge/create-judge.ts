import type { AbortSignalLike, Judge, JudgeAnswer, JudgeTask } from '../model/index.ts'
import { askEndpoint } from './ask-endpoint.ts'
import type { EndpointOptions, Environment } from './endpoint.ts'
import { judgePrompt } from './prompt.ts'
import { resolveJudge, routeOf } from './resolve.ts'
import type { Verdict } from './verdict.ts'

export interface JudgeOptions {
  readonly env: Environment
  readonly fetch?: typeof globalThis.fetch
  /** Judges of your own, by the name a contract calls them. */
  readonly endpoints?: Readonly<Record<string, EndpointOptions>>
  readonly nowMs?: () => number
  /** For each request. */
  readonly timeoutMs?: number
  /** Mixed into the fence around the judged text. */
  readonly nonce?: string
}

const DEFAULT_TIMEOUT_MS = 15_000

/** A verdict on a part of a text would be a verdict on another text. */
const MAX_TEXT_CHARS = 200_000

/**
 * Judges over HTTP. The named judge is asked first, then `ds-flash-free`, then `haiku`; one that has no key, is too
 * dear for the budget, fails, refuses or gives no verdict hands on to the next. When none answers, or the one that
 * does cannot tell, the answer is `skip` with every reason: a judge that cannot answer is never the agent's failure.
 */
export function createJudge(options: JudgeOptions): Judge {
  return {
    async ask(task, signal) {
      try {
        return await askInTurn(task, signal, options)
      } catch {
        // what was thrown may quote anything, a key included
        return { verdict: 'skip', reason: 'the judge broke down' }
      }
    },
  }
}

async function askInTurn(
  task: JudgeTask,
  signal: AbortSignalLike | undefined,
  {
    env,
    endpoints,
    nonce,
    fetch = globalThis.fetch,
    nowMs = Date.now,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  }: JudgeOptions,
): Promise<JudgeAnswer> {
  if (task.text.length > MAX_TEXT_CHARS) return skip('the text is too long to be judged', 0)
  const prompt = judgePrompt(task.rubric, task.text, nonce)
  const reasons: string[] = []
  const asked = new Set<string>()
  let spentUsd = 0
  for (const name of routeOf(task.model, env)) {
    if (signal?.aborted === true) return skip([...reasons, 'aborted'].join('; '), spentUsd)
    const resolved = resolveJudge(name, env, endpoints)
    if (!resolved.ok) {
      reasons.push(resolved.reason)
      continue
    }
    const { endpoint } = resolved
    if (asked.has(endpoint.label)) continue
    asked.add(endpoint.label)
    const budgetUsd = task.budgetUsd - spentUsd
    const answer = await askEndpoint(endpoint, prompt, { fetch, timeoutMs, signal, nowMs, budgetUsd })
    spentUsd += answer.costUsd
    if (answer.ok) return concluded(answer.verdict, endpoint.label, spentUsd)
    reasons.push(`${endpoint.label}: ${answer.reason}`)
  }
  return skip(reasons.join('; '), spentUsd)
}

function concluded({ verdict, reason }: Verdict, judge: string, costUsd: number): JudgeAnswer {
  if (verdict !== 'unclear') return { verdict, reason, judge, costUsd }
  return {
    verdict: 'skip',
    reason: `the judge cannot tell${reason === '' ? '' : `: ${reason}`}`,
    judge,
    costUsd,
  }
}

function skip(reason: string, costUsd: number): JudgeAnswer {
  return costUsd === 0 ? { verdict: 'skip', reason } : { verdict: 'skip', reason, costUsd }
}

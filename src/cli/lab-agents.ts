import { dirname, resolve } from 'node:path'
import { createChaosRun } from '../chaos/index.ts'
import { AgentTimeout, type Agents, type ConformanceAgent } from '../conformance/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { Located, RawProblem } from '../kit/source/index.ts'
import { agentShape, type AgentConfig } from '../lab/config/agent-shape.ts'
import { expandEnvironment, type Environment } from '../lab/config/expand-environment.ts'
import type { Target } from '../lab/target.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'
import { plainJson } from '../workflow/index.ts'

/** Every agent the lab can reach, for scenarios that name an `[agent]`. */
export function labAgents(env: Environment): Agents {
  return {
    check(table, place, placeholders) {
      const { root, problems } = expandEnvironment(table, { ...env, ...Object.fromEntries(placeholders) })
      for (const problem of problems) place.report(problem)
      agentShape.read(root, place)
    },
    async open(config, { file, env: own, trial }) {
      const { openTarget } = await import('../lab/targets/index.ts')
      const target = await openTarget(configOf(config, own), {
        folder: dirname(resolve(file)),
        env: own,
        lanes: 1,
      })
      return asked(target, trial)
    },
  }
}

function configOf(config: JsonObject, env: Environment): AgentConfig {
  const problems: RawProblem[] = []
  const { root, problems: unset } = expandEnvironment(located(plainJson(config)), env)
  const place = {
    path: 'agent',
    subject: 'agent',
    lenient: false,
    report: (problem: RawProblem) => void problems.push(problem),
  }
  const read = agentShape.read(root, place)
  const [first] = [...unset, ...problems.filter(({ level = 'error' }) => level === 'error')]
  if (read !== undefined && first === undefined) return read
  throw new HoldfastError(
    'HF_INVALID_FILE',
    first?.message ?? 'the [agent] table cannot be read',
    first?.hint,
  )
}

/** What was read and filled in stands nowhere any more. */
function located(value: JsonValue): Located {
  const at = { start: 0, end: 0 }
  if (Array.isArray(value))
    return { ...at, kind: 'list', items: (value as readonly JsonValue[]).map(located) }
  if (value === null || typeof value !== 'object')
    return { ...at, kind: 'scalar', value, written: String(value) }
  const entries = Object.entries(value as JsonObject)
  return {
    ...at,
    kind: 'map',
    entries: entries.map(([key, inner]) => ({ key, keyStart: 0, value: located(inner) })),
  }
}

function asked(target: Target, trial: number): ConformanceAgent {
  return {
    async ask(prompt, signal) {
      const chaos = createChaosRun({ faults: [] }, { seed: 0, scenario: '', prompt, trial })
      const answer = await target.ask({ prompt, invocation: `trial-${trial}`, lane: 0, chaos, signal })
      if (answer.kind === 'failed' && answer.reason === 'timeout') throw new AgentTimeout(answer.message)
      if (answer.kind === 'failed')
        throw new Error(`the agent did not answer (${answer.reason}): ${answer.message}`)
      const { output, usage, costUsd } = answer
      return {
        text: output,
        ...(usage !== undefined && { llmTokens: usage.input + usage.output }),
        ...(costUsd !== undefined && { costUsd }),
      }
    },
    close: () => target.close(),
  }
}

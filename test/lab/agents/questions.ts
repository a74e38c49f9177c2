import { createChaosRun, type AssignedPlan } from '../../../src/chaos/index.ts'
import { agentShape, type AgentConfig } from '../../../src/lab/config/agent-shape.ts'
import { parseYaml, sourceText } from '../../../src/kit/source/index.ts'
import type { Question } from '../../../src/lab/target.ts'

const CALM: AssignedPlan = { faults: [] }

let invocations = 0

/** A question without chaos, unless a plan says otherwise. */
export function questionOf(
  prompt: string,
  parts: Partial<Question> & { readonly plan?: AssignedPlan } = {},
): Question {
  const { plan = CALM, ...rest } = parts
  return {
    prompt,
    invocation: `q${++invocations}`,
    lane: 0,
    chaos: createChaosRun(plan, { seed: 1, scenario: 'test', prompt, trial: 0 }),
    signal: new AbortController().signal,
    ...rest,
  }
}

/** An agent section as a file would have it. */
export function agentOf(section: Readonly<Record<string, unknown>>): AgentConfig {
  const source = sourceText('agent.yaml', JSON.stringify(section))
  const parsed = parseYaml(source)
  const problems: string[] = []
  const agent = agentShape.read(parsed.root!, {
    path: 'agent',
    subject: 'agent',
    lenient: false,
    report: ({ message }) => void problems.push(message),
  })
  if (agent === undefined || problems.length > 0) throw new Error(problems.join('; '))
  return agent
}

import { assignPlanes, type AvailablePlanes, type PlaneProblem } from '../chaos/index.ts'
import type { Scenario } from '../chaos/read/chaos-shape.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { SourceText } from '../kit/source/index.ts'
import { plannedScenario, type PlannedScenario } from './matrix/plan-cells.ts'

/** Gives every fault of every scenario its plane; one that cannot be injected on this agent ends the run at once. */
export function planScenarios(
  scenarios: readonly Pick<Scenario, 'name' | 'plan'>[],
  planes: AvailablePlanes,
  agentType: string | undefined,
  source: SourceText | undefined,
): readonly PlannedScenario[] {
  const problems: PlaneProblem[] = []
  const planned = scenarios.flatMap(({ name, plan }) => {
    const assignment = assignPlanes(plan, planes, agentType)
    if (assignment.kind === 'assigned') return [plannedScenario(name, assignment.plan)]
    problems.push(...assignment.problems)
    return []
  })
  const [first] = problems
  if (first === undefined) return planned
  throw new HoldfastError(
    'HF_INVALID_FILE',
    problems.map((problem) => `${placeOf(problem, source)}${problem.message}`).join('\n'),
    first.hint,
  )
}

function placeOf({ offset }: PlaneProblem, source: SourceText | undefined): string {
  if (offset === undefined || source === undefined) return ''
  const { line, column } = source.positionOf(offset)
  return `${source.file}:${line}:${column}  `
}

import type { FileText } from '../../contract/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import {
  createEngine,
  loadWorkflow,
  nodeWorld,
  type Backends,
  type Engine,
  type Workflow,
} from '../../workflow/index.ts'
import type { Scenario, SubjectPlan } from '../model.ts'
import { filled, filledIn, filler, type Placeholders } from '../placeholders.ts'
import type { Ran } from './observation.ts'
import { scenarioModel } from './scenario-model.ts'
import { isServed } from './set-off.ts'
import type { Stage } from './stage.ts'
import { WorkflowTrial } from './workflow-trial.ts'

export interface WorkflowTrialOptions {
  readonly scenario: Scenario
  readonly workflow: Workflow
  readonly readFile: (name: string, from: string) => FileText
  /** Answer in place of the turns: a live model, or a cassette. */
  readonly backends?: Backends
  readonly ignorePolicies: boolean
}

const TRIAL_PLACEHOLDER = /\$\{(?:SANDBOX|HTTP_|PORT_)/u

/** Runs the workflow of a scenario, once for each call; what trials have in common is made once. */
export function workflowTrials(
  options: WorkflowTrialOptions,
): (trial: number, choice: readonly number[], stage: Stage) => Promise<Ran> {
  const { scenario } = options
  const subject = scenario.subject as Extract<SubjectPlan, { kind: 'workflow' }>
  const isFixed =
    !TRIAL_PLACEHOLDER.test(subject.text) && !TRIAL_PLACEHOLDER.test(JSON.stringify(scenario.policy ?? ''))
  const turnsIn = filler(scenario.turns)
  const isAlike = isFixed && sharesEngine(scenario)
  let fixed: Workflow | undefined
  let engine: Engine | undefined

  function workflowFor(placeholders: Placeholders): Workflow {
    const workflow = isFixed ? options.workflow : reloaded(subject, placeholders, options)
    if (options.ignorePolicies) return withoutPolicy(workflow)
    return scenario.policy === undefined
      ? workflow
      : { ...workflow, policy: filledIn(scenario.policy, placeholders) }
  }

  return async (trial, choice, stage) => {
    // the same object every time, because what is prepared for a policy is remembered by the object
    const workflow = isFixed ? (fixed ??= workflowFor(stage.placeholders)) : workflowFor(stage.placeholders)
    const live = options.backends?.['default']
    const model = scenarioModel(turnsIn(stage.placeholders), choice, scenario.faults.intel, live)
    if (isAlike) engine ??= createEngine({ workflow, world: nodeWorld(stage) })
    return new WorkflowTrial({
      scenario,
      workflow,
      model,
      stage,
      trial,
      engine,
      backends: options.backends,
    }).run()
  }
}

/** Nothing but the answers of the model differs from trial to trial. */
function sharesEngine({ world, trigger, faults, resume, expected }: Scenario): boolean {
  return (
    world === undefined &&
    resume === undefined &&
    faults.nodes.length === 0 &&
    faults.crashBefore === undefined &&
    expected.status !== 'paused' &&
    !isServed(trigger)
  )
}

function reloaded(
  { file, text }: Extract<SubjectPlan, { kind: 'workflow' }>,
  placeholders: Placeholders,
  { readFile }: WorkflowTrialOptions,
): Workflow {
  const { workflow, problems } = loadWorkflow(file, filled(text, placeholders), { readFile })
  if (workflow !== undefined) return workflow
  throw new HoldfastError('HF_INVALID_FILE', problems.map(({ message }) => message).join('; '))
}

function withoutPolicy({
  policy: _policy,
  contract: _contract,
  mcpServers,
  ...workflow
}: Workflow): Workflow {
  const open = mcpServers.map((server) => ({ ...server, allowTools: ['*'], allowResources: ['*'] }))
  return { ...workflow, mcpServers: open }
}

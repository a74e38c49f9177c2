import { dirname, resolve } from 'node:path'
import type { FileText } from '../../contract/index.ts'
import { below, type Place } from '../../kit/shape/index.ts'
import {
  entryOf,
  hasErrors,
  parseToml,
  problemIn,
  sourceText,
  type Located,
  type Problem,
  type RawProblem,
  type SourceText,
} from '../../kit/source/index.ts'
import { loadWorkflow, policyOf, type Workflow } from '../../workflow/index.ts'
import type { CheckAgent } from '../agent.ts'
import type { Scenario, SubjectPlan, Turn } from '../model.ts'
import { filled, type Placeholders } from '../placeholders.ts'
import { checkScenario } from './check-scenario.ts'
import { expectedOf } from './expected.ts'
import { expectedShape } from './expected-shape.ts'
import { inlinePlaces } from './inline-places.ts'
import { faultsOf, triggerOf, worldOf } from './plans.ts'
import { scenarioShape, type ScenarioFields } from './scenario-shape.ts'

export interface LoadScenarioOptions {
  /** Reads a file that another file names. */
  readonly readFile: (name: string, from: string) => FileText
  readonly checkAgent?: CheckAgent
}

export interface LoadedScenario {
  readonly file: string
  /** As the file says, or the file itself when it does not. */
  readonly name: string
  /** Absent when something is wrong. */
  readonly scenario?: Scenario
  /** As it looks before a trial fills in its own places. */
  readonly workflow?: Workflow
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceText[]
  /** The file is no scenario but a workflow, such as one that another calls. */
  readonly isWorkflow?: true
}

const MAX_SCENARIO_CHARS = 2_000_000

/** Reads a scenario and the workflow it is about, and tells all problems of both in one go. */
export function loadScenario(file: string, text: string, options: LoadScenarioOptions): LoadedScenario {
  const source = sourceText(file, text)
  const problems: Problem[] = []
  const sources = [source]
  const report = (raw: RawProblem) => void problems.push(problemIn(source, raw))
  const nothing = (name = file): LoadedScenario => ({ file, name, problems, sources })
  if (text.length > MAX_SCENARIO_CHARS) {
    const message = `a scenario has at most ${MAX_SCENARIO_CHARS} characters`
    report({ code: 'too-large', path: '', offset: 0, message })
    return nothing()
  }
  const parsed = parseToml(source)
  problems.push(...parsed.problems)
  if (parsed.root === undefined) return nothing()
  if (isWorkflow(parsed.root)) return { ...nothing(), isWorkflow: true }
  const name = nameIn(parsed.root) ?? file
  const place: Place = { path: '', subject: '', lenient: false, report }
  const fields = scenarioShape.read(parsed.root, place)
  if (fields === undefined) return nothing(name)
  const subject = subjectOf(fields, file, parsed.root, report, options)
  if (subject === undefined) return nothing(name)
  const scenario = scenarioOf(fields, file, subject)
  const workflow = subject.kind === 'workflow' ? load(subject, scenario) : undefined
  const agent = entryOf(parsed.root, 'agent')?.value
  if (agent !== undefined) options.checkAgent?.(agent, below(place, 'agent'), samplePlaceholders(scenario))
  checkScenario({ scenario, fields, root: parsed.root, report, ...(workflow !== undefined && { workflow }) })
  const isRight = !hasErrors(problems) && (workflow !== undefined || subject.kind === 'agent')
  return { ...nothing(name), ...(isRight && { scenario }), ...(workflow !== undefined && { workflow }) }

  function load(of: Extract<SubjectPlan, { kind: 'workflow' }>, whole: Scenario): Workflow | undefined {
    const inline = entryOf(entryOf(parsed.root, 'workflow')?.value, 'inline')?.value
    const loaded = loadWorkflow(of.file, filled(of.text, samplePlaceholders(whole)), {
      readFile: options.readFile,
    })
    const isOwn = of.isInline && inline !== undefined
    const moved = isOwn ? inlinePlaces(source, inline) : (problem: Problem) => problem
    problems.push(
      ...loaded.problems
        .filter(({ level }) => level === 'error')
        .map((problem) => (problem.file === of.file ? moved(problem) : problem)),
    )
    sources.push(...loaded.sources.filter((other) => !isOwn || other.file !== of.file))
    return loaded.workflow
  }
}

function isWorkflow(root: Located): boolean {
  const has = (key: string) => entryOf(root, key) !== undefined
  const isScenario = has('workflow') || has('agent') || has('expected')
  return !isScenario && (has('nodes') || has('start_nodes') || has('workflows'))
}

function nameIn(root: Located): string | undefined {
  const written = entryOf(root, 'name')?.value
  return written?.kind === 'scalar' && typeof written.value === 'string' && written.value !== ''
    ? written.value
    : undefined
}

function subjectOf(
  { workflow, agent, prompt, trigger }: ScenarioFields,
  file: string,
  root: Located,
  report: (raw: RawProblem) => void,
  { readFile }: LoadScenarioOptions,
): SubjectPlan | undefined {
  const complain = (key: string, message: string, hint: string): undefined => {
    report({ code: 'no-subject', path: key, offset: entryOf(root, key)?.keyStart ?? 0, message, hint })
  }
  if (workflow !== undefined && agent !== undefined)
    return complain('agent', 'a scenario is about a [workflow] or an [agent], not both', 'remove one of them')
  if (agent !== undefined) {
    const asked = prompt ?? (typeof trigger.payload === 'string' ? trigger.payload : undefined)
    return asked === undefined
      ? complain('agent', 'an [agent] needs a `prompt`', 'write: prompt = "what it is asked"')
      : { kind: 'agent', config: agent, prompt: asked }
  }
  if (workflow?.inline !== undefined) return { kind: 'workflow', file, text: workflow.inline, isInline: true }
  if (workflow?.path === undefined)
    return complain(
      'workflow',
      workflow === undefined ? 'workflow is required' : '[workflow] has neither `inline` nor `path`',
      'write [workflow] with `path = "flow.toml"` or `inline = """…"""`, or name an [agent]',
    )
  const read = readFile(workflow.path, file)
  if (read.ok) return { kind: 'workflow', file: read.file, text: read.text, isInline: false }
  report({
    code: 'missing-workflow',
    path: 'workflow.path',
    offset: entryOf(entryOf(root, 'workflow')?.value, 'path')?.value.start ?? 0,
    message: `cannot read the workflow \`${workflow.path}\`: ${read.reason}`,
    hint: 'paths are relative to the scenario',
  })
  return undefined
}

function scenarioOf(fields: ScenarioFields, file: string, subject: SubjectPlan): Scenario {
  const { name, description, capabilities, trials, sampling, seed, min_pass_rate, timeout_secs } = fields
  const expected = fields.expected ?? expectedShape.read(EMPTY_MAP, QUIET)!
  return {
    name,
    ...(description !== undefined && { description }),
    file,
    capabilities,
    trials: Math.max(1, trials),
    sampling,
    seed: String(seed),
    ...(min_pass_rate !== undefined && { minPassRate: min_pass_rate }),
    timeoutMs: (timeout_secs === 0 ? 1 : timeout_secs) * 1000,
    subject,
    trigger: triggerOf(fields.trigger),
    turns: fields.intel.turns.map(turnOf),
    ...(fields.policy !== undefined && { policy: policyOf(fields.policy) }),
    faults: faultsOf(fields.faults),
    ...worldOf(fields.world, expected),
    ...(fields.resume !== undefined && {
      resume: { approve: fields.resume.approve, repeatInFlight: fields.resume.repeat_in_flight },
    }),
    expected: expectedOf(expected),
  }
}

const EMPTY_MAP: Located = { kind: 'map', entries: [], start: 0, end: 0 }
const QUIET: Place = { path: '', subject: '', lenient: false, report: () => undefined }

function turnOf({
  content = '',
  prompt_tokens,
  completion_tokens,
  variants,
}: ScenarioFields['intel']['turns'][number]): Turn {
  const alone = { content, prompt_tokens, completion_tokens }
  return (variants.length > 0 ? variants : [alone]).map((variant) => ({
    content: variant.content,
    promptTokens: variant.prompt_tokens,
    completionTokens: variant.completion_tokens,
    ...('name' in variant && variant.name !== undefined && { name: variant.name }),
  }))
}

/** What is the same for all trials of a scenario. */
export function fixedPlaceholders({ file }: Pick<Scenario, 'file'>): Map<string, string> {
  return new Map([
    ['SCENARIO_DIR', resolve(dirname(file)).replaceAll('\\', '/')],
    ['NODE', process.execPath.replaceAll('\\', '/')],
  ])
}

/** Stand-ins with which a workflow can be read before there is a trial. */
function samplePlaceholders(scenario: Scenario): Placeholders {
  const samples = fixedPlaceholders(scenario).set('SANDBOX', '/sandbox')
  for (const { name } of scenario.world?.listeners ?? [])
    samples.set(`HTTP_${name.toUpperCase()}`, 'http://127.0.0.1:1').set(`PORT_${name.toUpperCase()}`, '1')
  return samples
}

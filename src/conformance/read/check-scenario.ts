import { didYouMean } from '../../kit/nearest-name.ts'
import { entryOf, type Located, type RawProblem } from '../../kit/source/index.ts'
import type { Workflow } from '../../workflow/index.ts'
import { CAPABILITIES, isCapability } from '../capabilities.ts'
import { combinationsOf, MAX_COMBINATIONS } from '../sampling/combinations.ts'
import type { Scenario } from '../model.ts'
import type { ScenarioFields } from './scenario-shape.ts'

interface Subject {
  readonly scenario: Scenario
  readonly fields: ScenarioFields
  readonly root: Located
  readonly workflow?: Workflow
  readonly report: (problem: RawProblem) => void
}

/** What no shape can see: names that lead nowhere, checks that cannot fail, settings that contradict each other. */
export function checkScenario(subject: Subject): void {
  checkCapabilities(subject)
  checkSampling(subject)
  checkListeners(subject)
  if (subject.workflow === undefined) checkAgent(subject)
  else {
    checkNodes(subject, subject.workflow)
    checkTrigger(subject, subject.workflow)
  }
  if (subject.scenario.expected.isEmpty)
    complain(subject, ['expected'], {
      level: 'warning',
      code: 'vacuous',
      message: 'nothing is expected, so every trial passes',
      hint: 'write [expected] with a `status` at least',
    })
}

function complain(
  { root, report }: Subject,
  keys: readonly (string | number)[],
  problem: Omit<RawProblem, 'path' | 'offset'>,
): void {
  let at: Located | undefined = root
  let offset = root.start
  for (const key of keys) {
    const found: Located | undefined =
      typeof key === 'number' ? (at?.kind === 'list' ? at.items[key] : undefined) : entryOf(at, key)?.value
    if (found === undefined) break
    at = found
    offset = found.start
  }
  report({ ...problem, path: keys.join('.'), offset })
}

function checkCapabilities(subject: Subject): void {
  for (const [index, tag] of subject.scenario.capabilities.entries())
    if (!isCapability(tag))
      complain(subject, ['capabilities', index], {
        level: 'warning',
        code: 'unknown-capability',
        message: `\`${tag}\` is not a capability, so it counts for nothing`,
        hint: didYouMean(tag, CAPABILITIES),
      })
}

function checkSampling(subject: Subject): void {
  const { sampling, turns } = subject.scenario
  const count = combinationsOf(turns)
  if (sampling === 'exhaustive' && count > MAX_COMBINATIONS)
    complain(subject, ['sampling'], {
      code: 'too-many-combinations',
      message: `the variants have ${count} combinations, more than the ${MAX_COMBINATIONS} that can be tried`,
      hint: 'use sampling = "pairwise", or fewer variants',
    })
  const isCounted = sampling === 'exhaustive' || sampling === 'pairwise'
  if (isCounted && entryOf(subject.root, 'trials') !== undefined)
    complain(subject, ['trials'], {
      level: 'warning',
      code: 'trials-follow-sampling',
      message: `with sampling = "${sampling}" the number of trials follows from the variants`,
      hint: 'remove `trials`',
    })
}

function checkListeners(subject: Subject): void {
  const names = (subject.scenario.world?.listeners ?? []).map(({ name }) => name)
  for (const [index, name] of names.entries())
    if (names.indexOf(name) !== index)
      complain(subject, ['world', 'http', index, 'name'], {
        code: 'duplicate-listener',
        message: `two listeners are called \`${name}\``,
        hint: 'rename one of them',
      })
  const unknown = (name: string, keys: readonly (string | number)[]) => {
    if (!names.includes(name))
      complain(subject, keys, {
        code: 'unknown-listener',
        message: `no listener is called \`${name}\``,
        hint: didYouMean(name, names) ?? 'declare it: [[world.http]] name = "…"',
      })
  }
  const { requests, noRequestsTo } = subject.scenario.expected
  noRequestsTo.forEach((name, index) => unknown(name, ['expected', 'no_requests_to', index]))
  requests.forEach(({ to }, index) => to !== undefined && unknown(to, ['expected', 'requests', index, 'to']))
}

/** Expectations and faults name nodes; one that does not exist would fail always, or never. */
function checkNodes(subject: Subject, workflow: Workflow): void {
  const { expected, faults } = subject.scenario
  const own = workflow.nodes.map(({ id }) => id)
  const all = [
    ...new Set([...own, ...[...reached(workflow)].flatMap(({ nodes }) => nodes.map(({ id }) => id))]),
  ]
  const named: (readonly [string, readonly (string | number)[], readonly string[]])[] = [
    ...(expected.lastNode === undefined
      ? []
      : [[expected.lastNode, ['expected', 'last_node'], own] as const]),
    ...expected.path.map((id, index) => [id, ['expected', 'path', index], own] as const),
    ...expected.visited.map((id, index) => [id, ['expected', 'visited', index], all] as const),
    ...expected.notVisited.map((id, index) => [id, ['expected', 'not_visited', index], all] as const),
    ...expected.outputs.map(
      ({ path }, index) => [path.split('.')[0]!, ['expected', 'outputs', index, 'path'], own] as const,
    ),
    ...faults.nodes.map(({ node }, index) => [node, ['faults', 'nodes', index, 'node'], all] as const),
    ...(faults.crashBefore === undefined
      ? []
      : [[faults.crashBefore, ['faults', 'crash_before'], own] as const]),
  ]
  for (const [id, keys, known] of named)
    if (!known.includes(id))
      complain(subject, keys, {
        code: 'unknown-node',
        message: `the workflow has no node \`${id}\``,
        hint: didYouMean(id, known),
      })
}

function reached(workflow: Workflow): ReadonlySet<Workflow> {
  const found = new Set([workflow])
  for (const each of found) for (const child of each.children.values()) found.add(child)
  return found
}

function checkTrigger(subject: Subject, workflow: Workflow): void {
  const { trigger, subject: what } = subject.scenario
  const starts = workflow.startNodes.map(({ name }) => name)
  if (starts.length === 0)
    complain(subject, ['workflow', what.kind === 'workflow' && what.isInline ? 'inline' : 'path'], {
      code: 'no-start',
      message: 'the workflow has no [[start_nodes]], so nothing can be run',
      hint: 'write [[start_nodes]] with name = "main" and source = "manual"',
    })
  else if (trigger.start !== undefined && !starts.includes(trigger.start))
    complain(subject, ['trigger', 'start'], {
      code: 'unknown-start',
      message: `the workflow has no start \`${trigger.start}\``,
      hint: didYouMean(trigger.start, starts),
    })
  const needed = { cron: 'cron', interval: 'interval', fs_watch: 'fs_watch' } as const
  const kind = trigger.kind in needed ? needed[trigger.kind as keyof typeof needed] : undefined
  if (kind !== undefined && !workflow.triggers.some((declared) => declared.kind === kind))
    complain(subject, ['trigger', 'kind'], {
      code: 'no-such-trigger',
      message: `the workflow has no trigger of type \`${kind}\``,
      hint: `write [[triggers]] with type = "${kind}", or use kind = "manual"`,
    })
  if (kind === 'fs_watch' && (trigger.touch === undefined || subject.scenario.world === undefined))
    complain(subject, ['trigger', 'kind'], {
      code: 'nothing-touched',
      message: 'a watched folder needs a [world] and a file that is written into it',
      hint: 'write [world] folders = ["inbox"] and [trigger] touch = { path = "inbox/a.txt" }',
    })
  if (trigger.request !== undefined && workflow.httpRoutes.length === 0)
    complain(subject, ['trigger', 'request'], {
      code: 'no-route',
      message: 'the workflow has no [[http_routes]] to send a request to',
      hint: 'use `payload` to trigger it directly',
    })
}

/** Expectations that only a workflow can meet. */
function checkAgent(subject: Subject): void {
  if (subject.scenario.subject.kind !== 'agent') return
  const written = entryOf(subject.root, 'expected')?.value
  const known = [
    'status',
    'reason_contains',
    'answer',
    'max_total_tokens',
    'max_elapsed_ms',
    'files',
    'no_files',
    'writes',
    'requests',
    'no_requests_to',
  ]
  for (const { key } of written?.kind === 'map' ? written.entries : [])
    if (!known.includes(key))
      complain(subject, ['expected', key], {
        code: 'not-for-agents',
        message: `\`${key}\` says something about a workflow, and this scenario is about an agent`,
        hint: `what can be said of an agent: ${known.join(', ')}`,
      })
  for (const key of ['intel', 'policy', 'faults', 'resume'])
    if (entryOf(subject.root, key) !== undefined)
      complain(subject, [key], {
        code: 'not-for-agents',
        message: `[${key}] has no effect on an agent`,
        hint: 'faults for agents are injected by the lab',
      })
}

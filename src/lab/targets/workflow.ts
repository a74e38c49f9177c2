import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ChaosRun } from '../../chaos/chaos-run.ts'
import type { CheckedCall } from '../../contract/define-check.ts'
import type { FileText } from '../../contract/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { JsonValue } from '../../model/index.ts'
import {
  createEngine,
  loadWorkflow,
  nodeWorld,
  NODES,
  providerBackend,
  type Backends,
  type Engine,
  type FaultHook,
  type NodeFault,
  type RunResult,
  type Workflow,
} from '../../workflow/index.ts'
import type { Target } from '../target.ts'
import { excerpt, type Outcome } from './answers.ts'
import { asking } from './asking.ts'
import { promptWithEarlier } from './earlier-turns.ts'
import { textOf } from './http/detect-answer.ts'
import type { BaseUrls, Interposition } from './interposition.ts'

export interface WorkflowTargetOptions {
  readonly file: string
  readonly timeoutMs: number
  readonly planes: Target['planes']
  readonly mostLanes: number
  readonly interposition?: Interposition | undefined
}

/** A workflow as the agent: the prompt is its input, what it ends with is the answer. */
export function workflowTarget(options: WorkflowTargetOptions): Target {
  const { timeoutMs, interposition } = options
  const workflow = readWorkflowFile(options.file)
  const engine = createEngine({ workflow })
  return {
    name: `workflow ${workflow.name}`,
    planes: options.planes,
    mostLanes: options.mostLanes,
    open: async () => undefined,
    ask: (question) =>
      asking(question, {
        timeoutMs,
        interposition,
        work: async (prompt, { signal }) =>
          outcomeOf(
            await run(engine, {
              input: inputOf(promptWithEarlier({ ...question, prompt })),
              timeoutMs,
              signal,
              seed: question.invocation,
              faults: faultsOf(question.chaos),
              ...(interposition && {
                backends: backendsThrough(workflow, interposition.baseUrls(question.lane)),
              }),
            }),
          ),
      }),
    async close() {
      await interposition?.close()
    },
  }
}

function run(engine: Engine, options: Parameters<Engine['run']>[0]): Promise<RunResult> {
  return engine.run(options)
}

/** The upstreams its models have in the file, so that the gateway can stand in front of them. */
export function workflowUpstreams(file: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { provider, baseUrl } of readWorkflowFile(file).backends) {
    const name = provider === 'openai-compatible' ? 'openai' : provider
    if (baseUrl === undefined) continue
    if (found[name] !== undefined && found[name] !== baseUrl)
      throw new HoldfastError(
        'HF_INVALID_FILE',
        `\`${file}\` has two backends behind ${name} at different addresses, and the gateway can stand in front of one`,
        'put faults on `plane: boundary`, or test one backend at a time',
      )
    found[name] = baseUrl
  }
  return found
}

const MAX_BYTES = 6_000_000

function readWorkflowFile(file: string): Workflow {
  const read = (name: string, from = ''): FileText => {
    const path = resolve(dirname(from), name)
    try {
      const text = readFileSync(path, 'utf8')
      return text.length > MAX_BYTES
        ? { ok: false, reason: 'it is too large' }
        : { ok: true, file: path, text }
    } catch (error) {
      return { ok: false, reason: (error as Error).message }
    }
  }
  const text = read(file)
  if (!text.ok) throw new HoldfastError('HF_FILE', `cannot read \`${file}\`: ${text.reason}`)
  const { workflow, problems } = loadWorkflow(file, text.text, { readFile: read })
  if (workflow !== undefined) return workflow
  const first = problems.find(({ level }) => level === 'error')
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `${file}: ${first?.message ?? 'it is no workflow'}`,
    'holdfast workflow validate shows all problems',
  )
}

/** A prompt that is JSON is the payload; any other stands under the names workflows look for. */
function inputOf(prompt: string): JsonValue {
  try {
    const value = JSON.parse(prompt) as JsonValue
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // words
  }
  return { prompt, input: prompt, text: prompt }
}

function backendsThrough({ backends }: Workflow, urls: BaseUrls): Backends {
  const world = nodeWorld()
  return Object.fromEntries(
    backends.map((spec) => {
      const provider = spec.provider === 'openai-compatible' ? 'openai' : spec.provider
      return [spec.name, providerBackend({ ...spec, baseUrl: urls[provider] }, { world })]
    }),
  )
}

/** Types of nodes that act, with their branch for failures. */
const ACTING: ReadonlyMap<string, string | undefined> = new Map(
  NODES.filter(({ effects }) => ['reads', 'writes', 'network', 'process'].includes(effects)).map(
    ({ name, failureBranch }) => [name, failureBranch],
  ),
)

/** Nodes that act are the tools of a workflow, called by their ids. */
function faultsOf(chaos: ChaosRun): FaultHook {
  return ({ nodeId, type, address, attempt, visit }) => {
    if (!ACTING.has(type)) return undefined
    const action = chaos.toolCall('tool', { callId: `${address}#${visit}.${attempt}`, tool: nodeId })
    switch (action.kind) {
      case 'run':
        return action.delayMs === 0 ? undefined : { kind: 'delay', ms: action.delayMs }
      case 'time-out':
        return { kind: 'hang' }
      case 'fail':
        return failed(type, action.status, action.message)
      case 'answer':
        return { kind: 'replace', output: action.text }
    }
  }
}

/** A node with a branch for failures takes it, as it would when the real thing answers with an error. */
function failed(type: string, status: number, message: string): NodeFault {
  const branch = ACTING.get(type)
  if (branch === undefined) return { kind: 'error', message: `${status} ${message}` }
  return { kind: 'replace', branch, output: { status, headers: {}, body: message, error: message } }
}

function outcomeOf(result: RunResult): Outcome {
  const { status, reason, error, finalValue, reply, deadEnd } = result
  if (status === 'timed_out')
    return { reason: 'timeout', message: reason ?? error?.message ?? 'the workflow ran out of time' }
  if (status === 'paused')
    return { reason: 'refused', message: `the workflow waits for approval: ${reason ?? ''}` }
  if (status !== 'completed' || deadEnd?.isFailure === true)
    return {
      reason: 'crashed',
      message: excerpt(
        error?.message ?? reason ?? `it stopped at \`${deadEnd?.node ?? result.lastNode ?? ''}\``,
      ),
    }
  return {
    output: reply?.body ?? textOf(finalValue),
    calls: callsOf(result),
    ...(result.cost.costUsd > 0 && { costUsd: result.cost.costUsd }),
  }
}

function callsOf({ trace }: RunResult): readonly CheckedCall[] {
  return trace.flatMap(({ nodeId, type, outcome, branch, output }, index) =>
    ACTING.has(type)
      ? [
          {
            callId: `${nodeId}#${index}`,
            tool: nodeId,
            args: { type },
            ok: outcome === 'continue' && (branch === null || branch !== ACTING.get(type)),
            result: output,
          },
        ]
      : [],
  )
}

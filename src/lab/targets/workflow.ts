import type { JsonValue } from '../../model/index.ts'
import {
  createEngine,
  nodeWorld,
  providerBackend,
  type Backends,
  type RunResult,
  type Workflow,
} from '../../workflow/index.ts'
import type { Target } from '../target.ts'
import { excerpt, type Outcome } from './answers.ts'
import { asking } from './asking.ts'
import { promptWithEarlier } from './earlier-turns.ts'
import { textOf } from './http/detect-answer.ts'
import type { BaseUrls, Interposition } from './interposition.ts'
import { callsOf, faultsOf } from './workflow/acting-nodes.ts'
import { readWorkflowFile } from './workflow/workflow-file.ts'

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
        work: async (prompt, { signal }, watch) =>
          outcomeOf(
            await engine.run({
              input: inputOf(promptWithEarlier({ ...question, prompt })),
              timeoutMs,
              signal,
              seed: question.invocation,
              faults: faultsOf(question.chaos),
              ...(watch && { backends: backendsThrough(workflow, watch.baseUrls) }),
            }),
          ),
      }),
    async close() {
      await interposition?.close()
    },
  }
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

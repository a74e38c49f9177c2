import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { NodeCall } from '../node-call.ts'
import { NodeError } from '../node-error.ts'
import type { ContextPath } from '../value/context-path.ts'
import type { ChildOutcome, ChildRequest } from './child.ts'

/** The payload of a child: what its path leads to, or the payload of this run as it came. */
export function inputOf(call: NodeCall, path: ContextPath | undefined): JsonValue {
  return path === undefined ? call.input : (call.resolve(path) ?? null)
}

/** Runs children, so many at once, and gives their outcomes in order. A failure stops no other child. */
export async function runAll(
  call: NodeCall,
  requests: readonly ChildRequest[],
  maxConcurrent: number,
): Promise<readonly ChildOutcome[]> {
  const outcomes: ChildOutcome[] = Array.from({ length: requests.length })
  const running: Promise<ChildOutcome>[] = []
  let before: Promise<unknown> = Promise.resolve()
  for (const [index, request] of requests.entries()) {
    if (index >= maxConcurrent) await running[index - maxConcurrent]
    const own = call
      .runChild({ ...request, index, ...(index > 0 && { after: before }) })
      .then((outcome) => (outcomes[index] = outcome))
    // a child's place in the order is free when it and all before it are done
    before = Promise.allSettled([before, own])
    running.push(own)
    own.catch(() => undefined)
  }
  await Promise.all(running)
  return outcomes
}

/** What was forbidden in a child ends the run; everything else is a result like any other. */
export function resultsOf(outcomes: readonly ChildOutcome[]): {
  results: readonly JsonObject[]
  ok: boolean
} {
  const denied = outcomes.find(({ errorClass }) => errorClass === 'policy' || errorClass === 'contract')
  if (denied !== undefined) throw childError(denied)
  const results = outcomes.map((child): JsonObject =>
    child.status === 'completed' ? { result: child.value } : { error: reasonOfChild(child) },
  )
  return { results, ok: outcomes.every(({ status }) => status === 'completed') }
}

function reasonOfChild({ status, reason }: ChildOutcome): string {
  if (status === 'failed') return `sub-workflow failed: ${reason}`
  return status === 'timed_out' ? 'sub-workflow timed out' : reason
}

/** A child's error is its parent's, in the words it already has. */
export function childError({ reason, errorClass = 'workflow' }: ChildOutcome): NodeError {
  return Object.assign(new NodeError(errorClass, ''), { message: reason })
}

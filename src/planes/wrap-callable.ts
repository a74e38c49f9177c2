import type { ChaosRun, ToolAction } from '../chaos/chaos-run.ts'
import type { JsonValue } from '../model/index.ts'
import { nextCallId } from './call-ids.ts'
import { returnsPromise } from './returns-promise.ts'
import { realSleep, type Sleep } from './sleep.ts'
import { timeOutError, ToolFaultError } from './tool-fault-error.ts'

/** A call of a wrapped tool, after the fact. */
export interface ObservedCall {
  readonly callId: string
  readonly tool: string
  readonly args: readonly unknown[]
  readonly ok: boolean
  /** As the agent got it; the message of the error when it failed. */
  readonly result: unknown
}

export interface WrapOptions {
  readonly sleep?: Sleep
  readonly observe?: (call: ObservedCall) => void
}

/** The run of the invocation under way; none means that the tool works as ever. */
export type RunSource = ChaosRun | (() => ChaosRun | undefined)

type Callable<Args extends unknown[], Result> = (...args: Args) => Result

/**
 * The same tool, with chaos at its boundary. Without a delay a plain function stays a plain function: it returns and
 * throws at once. With one, and for every function that answers by a promise, what comes back is a promise.
 */
export function wrapCallable<Args extends unknown[], Result>(
  name: string,
  tool: Callable<Args, Result>,
  source: RunSource,
  { sleep = realSleep, observe }: WrapOptions = {},
): Callable<Args, Result> {
  let isAsync = returnsPromise(tool)

  return function wrapped(this: unknown, ...args: Args): Result {
    const run = typeof source === 'function' ? source() : source
    if (run === undefined) return tool.apply(this, args)
    const call = { callId: nextCallId(run, name), tool: name }
    const action = run.toolCall('tool', call)

    const settled = <Value>(ok: boolean, result: Value): Value => {
      observe?.({ ...call, args, ok, result })
      return result
    }
    const failed = (error: unknown): never => {
      settled(false, error instanceof Error ? error.message : String(error))
      throw error
    }
    const answered = (result: unknown): unknown =>
      settled(
        true,
        attacked(result, (content) => run.toolResult('tool', call, content)),
      )
    const act = (): unknown => {
      if (action.kind !== 'run')
        return action.kind === 'answer' ? settled(true, action.text) : failed(errorOf(name, action))
      let result: unknown
      try {
        result = tool.apply(this, args)
      } catch (error) {
        return failed(error)
      }
      isAsync ||= isPromise(result)
      return isPromise(result) ? result.then(answered, failed) : answered(result)
    }

    const waitMs = action.delayMs + (action.kind === 'time-out' ? action.afterMs : 0)
    // sound because an agent that meets a fault meets the very thing the fault is about: another answer
    if (waitMs > 0) return sleep(waitMs).then(act) as Result
    return (isAsync ? Promise.resolve().then(act) : act()) as Result
  }
}

function errorOf(name: string, action: Extract<ToolAction, { kind: 'fail' | 'time-out' }>): ToolFaultError {
  return action.kind === 'fail'
    ? new ToolFaultError(name, action.status, `${action.status} ${action.message}`)
    : timeOutError(name, action.afterMs)
}

/** What is no JSON is only turned into JSON when an attack really changes it. */
function attacked(result: unknown, attack: (content: JsonValue) => JsonValue): unknown {
  const plain = asJson(result)
  const changed = attack(plain)
  return changed === plain ? result : changed
}

function asJson(value: unknown): JsonValue {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null') as JsonValue
  } catch {
    return String(value)
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function'
}

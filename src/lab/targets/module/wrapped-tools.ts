import { AsyncLocalStorage } from 'node:async_hooks'
import type { CheckedCall } from '../../../contract/define-check.ts'
import { HoldfastError } from '../../../kit/errors.ts'
import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { wrapCallable, type ObservedCall } from '../../../planes/wrap-callable.ts'
import type { AgentTool } from '../../config/agent-tools-shape.ts'
import type { Question } from '../../target.ts'
import { modulePlace, valueAt, type ImportFile } from './load-module.ts'
import type { Tool } from './module-agent.ts'

export interface WrappedTools {
  readonly tools: Readonly<Record<string, Tool>>
  /** Runs `work` so that every tool it calls, however deep, knows whose question it is. */
  during<T>(question: Question, calls: CheckedCall[], work: () => T): T
}

interface Current {
  readonly question: Question
  readonly calls: CheckedCall[]
}

export async function wrapTools(
  tools: readonly AgentTool[],
  registry: string | undefined,
  load: ImportFile,
): Promise<WrappedTools> {
  const current = new AsyncLocalStorage<Current>()
  const wrap = (name: string, tool: Tool): Tool =>
    wrapCallable<never[], unknown>(name, tool, () => current.getStore()?.question.chaos, {
      observe: (call) => current.getStore()?.calls.push(checkedCall(call)),
    })
  const wrapped: Record<string, Tool> = {}
  for (const { name, callable } of tools) {
    if (callable === undefined) continue
    const place = modulePlace(callable)
    const value = valueAt(await load(place.file), place)
    if (typeof value !== 'function')
      throw new HoldfastError('HF_INVALID_FILE', `agent.tools: \`${callable}\` is no function`)
    wrapped[name] = wrap(name, value as Tool)
  }
  if (registry !== undefined) {
    const place = modulePlace(registry)
    Object.assign(wrapped, wrapRegistry(registry, valueAt(await load(place.file), place), wrap))
  }
  return { tools: wrapped, during: (question, calls, work) => current.run({ question, calls }, work) }
}

/** The registry itself is changed too, for agents that hold it; modules cannot be changed, objects can. */
function wrapRegistry(
  written: string,
  registry: unknown,
  wrap: (name: string, tool: Tool) => Tool,
): Readonly<Record<string, Tool>> {
  const wrapped: Record<string, Tool> = {}
  if (registry instanceof Map) {
    for (const [name, tool] of registry as Map<unknown, unknown>)
      if (typeof tool === 'function') wrapped[String(name)] = wrap(String(name), tool as Tool)
    for (const name of Object.keys(wrapped)) (registry as Map<unknown, unknown>).set(name, wrapped[name])
  } else if (typeof registry === 'object' && registry !== null) {
    const holder = registry as Record<string, unknown>
    for (const [name, tool] of Object.entries(holder)) {
      const inner = tool as { execute?: unknown } | null
      if (typeof tool === 'function') holder[name] = wrapped[name] = wrap(name, tool as Tool)
      // the shape of the Vercel AI SDK and its like
      else if (typeof inner?.execute === 'function')
        inner.execute = wrapped[name] = wrap(name, (inner.execute as Tool).bind(inner))
    }
  }
  if (Object.keys(wrapped).length > 0) return wrapped
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `agent.tool_registry \`${written}\` holds no functions`,
    'export an object such as { search: async (query) => … }',
  )
}

function checkedCall({ callId, tool, args, ok, result }: ObservedCall): CheckedCall {
  return { callId, tool, args: argumentsOf(args), ok, result: asJson(result) }
}

/** One object is the arguments; anything else is numbered. */
function argumentsOf(args: readonly unknown[]): JsonObject {
  const [first] = args
  const isObject = typeof first === 'object' && first !== null && !Array.isArray(first)
  const plain = asJson(args.length >= 1 && isObject ? first : Object.fromEntries(args.entries()))
  return typeof plain === 'object' && plain !== null && !Array.isArray(plain) ? (plain as JsonObject) : {}
}

function asJson(value: unknown): JsonValue {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null') as JsonValue
  } catch {
    return String(value)
  }
}

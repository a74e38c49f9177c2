import type { JsonValue } from '../../model/index.ts'
import type { NodeCall } from '../node-call.ts'
import { toolError } from '../node-error.ts'
import type { ContextPath } from '../value/context-path.ts'
import { kindOf } from '../value/kinds.ts'

/** The value a path leads to; a path that leads nowhere ends the node. */
export function needed(call: NodeCall, tool: string, path: ContextPath): JsonValue {
  const value = call.resolve(path)
  if (value === undefined) throw toolError(tool, `path \`${path.text}\` is not set in the execution context`)
  return value
}

export function neededText(call: NodeCall, tool: string, path: ContextPath): string {
  const value = needed(call, tool, path)
  if (typeof value !== 'string')
    throw toolError(tool, `path \`${path.text}\` must resolve to a string; got ${kindOf(value)}`)
  return value
}

import type { JsonObject } from '../../../model/index.ts'
import { readArgs, type CallArgs } from '../../call-args.ts'
import { objectOf, textOf, typeOf, without, wordOf } from '../../loose-json.ts'

const HOSTED = new Set([
  'mcp_call',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
])

/** `client` runs it after the reply; `provider` has run it before we see it. */
export function callRunner(item: JsonObject): 'client' | 'provider' | undefined {
  const type = typeOf(item)
  if (HOSTED.has(type)) return 'provider'
  if (type === 'tool_search_call') return item['execution'] === 'client' ? 'client' : 'provider'
  if (
    type === 'shell_call' &&
    (wordOf(objectOf(item['environment'])?.['type']) ?? '').startsWith('container')
  )
    return 'provider'
  // a kind of call we have never heard of is one the client may run
  return type.endsWith('_call') || type === 'mcp_approval_request' ? 'client' : undefined
}

export interface NamedCall extends CallArgs {
  readonly callId: string
  readonly tool: string
  readonly native: string
}

export function decodeCall(item: JsonObject): NamedCall {
  const native = typeOf(item)
  const callId = wordOf(item['call_id']) ?? wordOf(item['id']) ?? ''
  const tool = wordOf(item['name']) ?? native.replace(/_call$/u, '')
  return { callId, tool, native, ...argsOf(item) }
}

/** Where each kind of call keeps what it wants done. */
const ARGS_KEYS = new Map([
  ['function_call', 'arguments'],
  ['mcp_call', 'arguments'],
  ['mcp_approval_request', 'arguments'],
  ['computer_call', 'action'],
  ['local_shell_call', 'action'],
  ['shell_call', 'action'],
  ['web_search_call', 'action'],
  ['apply_patch_call', 'operation'],
])

/** A custom tool takes a text, which stands in its arguments as `input`. */
function argsOf(item: JsonObject): CallArgs {
  if (typeOf(item) === 'custom_tool_call') return { args: { input: textOf(item['input']) ?? '' } }
  const key = ARGS_KEYS.get(typeOf(item))
  if (key !== undefined && item[key] !== undefined) return readArgs(item[key])
  return { args: without(item, 'id', 'type', 'status', 'call_id', 'name') }
}

export function withArgs(item: JsonObject, args: JsonObject): JsonObject {
  if (typeOf(item) === 'custom_tool_call')
    return { ...item, input: textOf(args['input']) ?? JSON.stringify(args) }
  const key = ARGS_KEYS.get(typeOf(item))
  if (key === undefined) return { ...item, ...args }
  return { ...item, [key]: key === 'arguments' ? JSON.stringify(args) : args }
}

/** The events and key by which the arguments of a call are streamed, for those kinds that stream them. */
export function argsStream(item: JsonObject): { readonly events: string; readonly key: string } | undefined {
  if (typeOf(item) === 'function_call')
    return { events: 'response.function_call_arguments', key: 'arguments' }
  if (typeOf(item) === 'custom_tool_call') return { events: 'response.custom_tool_call_input', key: 'input' }
  return undefined
}

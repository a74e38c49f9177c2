import type { JsonObject } from '../../../model/index.ts'
import { readArgs, type CallArgs } from '../../call-args.ts'
import { objectOf, textOf, wordOf } from '../../loose-json.ts'

export interface NamedCall extends CallArgs {
  readonly callId: string
  readonly tool: string
  readonly native: string
}

/** A custom tool takes a text, which stands in its arguments as `input`. */
export function decodeCall(call: JsonObject): NamedCall {
  const callId = wordOf(call['id']) ?? ''
  const custom = objectOf(call['custom'])
  if (custom !== undefined && call['function'] === undefined)
    return {
      callId,
      tool: wordOf(custom['name']) ?? '',
      args: { input: textOf(custom['input']) ?? '' },
      native: 'custom',
    }
  const named = objectOf(call['function']) ?? {}
  return { callId, tool: wordOf(named['name']) ?? '', ...readArgs(named['arguments']), native: 'function' }
}

/** The old form had no ids: a call and its result are tied by the name. */
export function decodeFunctionCall(call: JsonObject): NamedCall {
  const tool = wordOf(call['name']) ?? ''
  return { callId: legacyCallId(tool), tool, ...readArgs(call['arguments']), native: 'function_call' }
}

export function legacyCallId(tool: string): string {
  return `function:${tool}`
}

export function withArgs(call: JsonObject, args: JsonObject): JsonObject {
  const custom = objectOf(call['custom'])
  if (custom !== undefined && call['function'] === undefined)
    return { ...call, custom: { ...custom, input: textOf(args['input']) ?? JSON.stringify(args) } }
  return { ...call, function: { ...objectOf(call['function']), arguments: JSON.stringify(args) } }
}

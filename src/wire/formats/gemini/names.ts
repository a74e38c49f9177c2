import { canonicalJson } from '../../../kit/canonical-json.ts'
import { hashWord } from '../../../kit/hash.ts'
import type { JsonObject } from '../../../model/index.ts'
import { readArgs, type CallArgs } from '../../call-args.ts'
import { wordOf, type Loose } from '../../loose-json.ts'

/** Requests may be written in either spelling of a key. */
export function either(object: JsonObject | undefined, camel: string): Loose {
  return object?.[camel] ?? object?.[snakeCase(camel)]
}

export function snakeCase(camel: string): string {
  return camel.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
}

export interface NamedCall extends CallArgs {
  readonly callId: string
  readonly tool: string
}

/**
 * Calls here often have no id. Then one is made from what the call says and how often the same message says it, so
 * that the reply and the history in which it comes back agree on it.
 */
export function createCallNamer(): (call: JsonObject) => NamedCall {
  const seen = new Map<string, number>()
  return (call) => {
    const tool = wordOf(call['name']) ?? ''
    const written = readArgs(call['args'])
    const id = wordOf(call['id'])
    if (id !== undefined) return { callId: id, tool, ...written }
    const words = `${tool}\u0000${canonicalJson(written.args)}`
    const times = seen.get(words) ?? 0
    seen.set(words, times + 1)
    return { callId: `gemini_${hashWord(`${words}\u0000${times}`)}`, tool, ...written }
  }
}

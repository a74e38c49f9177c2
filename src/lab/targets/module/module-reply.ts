import type { CheckedCall } from '../../../contract/define-check.ts'
import type { JsonObject } from '../../../model/index.ts'
import type { Outcome } from '../answers.ts'
import { replyOf } from '../hosts/host-reply.ts'

/** What an agent in the same process returned, as an answer. */
export async function moduleReply(value: unknown, seen: readonly CheckedCall[]): Promise<Outcome> {
  if (typeof value === 'string') return { output: value, calls: seen }
  if (isIterable(value)) return { output: await joined(value), calls: seen }
  const output = (value as { readonly output?: unknown } | null | undefined)?.output
  if (typeof output === 'string') return replyOf(JSON.parse(JSON.stringify(value)) as JsonObject, seen)
  const shape =
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? `an object with ${Object.keys(value).join(', ') || 'no keys'}`
          : `\`${typeof value}\``
  return { reason: 'bad-answer', message: `the agent returned ${shape} in place of a text or {output}` }
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

async function joined(pieces: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += String(piece)
  return text
}

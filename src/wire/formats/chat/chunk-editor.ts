import type { JsonObject } from '../../../model/index.ts'
import { objectOf, objectsOf, textOf, without, wordOf } from '../../loose-json.ts'
import type { ReplyPlan } from '../../reply-plan.ts'
import { choiceIndex, createAssembler, messageOf, type OpenChoice } from './assembler.ts'
import { appended } from './content.ts'
import { withChoices, saysSomething } from './reworded.ts'
import { finishAfter, sortCalls, touchesCalls } from './rewrite.ts'

/**
 * Applies a plan to the chunks of a stream. Calls of a choice that the plan touches are taken out where they come
 * and put back, renumbered, in front of the chunk that finishes the choice; denials come before them as text.
 */
export interface ChunkEditor {
  note(chunk: JsonObject): void
  edit(chunk: JsonObject, plan: ReplyPlan): readonly JsonObject[]
  /** What is still owed to choices that never got their finish. */
  finish(plan: ReplyPlan): readonly JsonObject[]
}

export function createChunkEditor(): ChunkEditor {
  const upstream = createAssembler()
  const settled = new Set<number>()
  const replaced = new Set<string>()
  let newest: JsonObject = {}

  function note(chunk: JsonObject): void {
    upstream.add(chunk)
    newest = chunk
  }

  /** A new text goes out with the first piece of the old one. */
  function rewordedDelta(index: number, delta: JsonObject, { texts }: ReplyPlan): JsonObject {
    const changes: Record<string, string> = {}
    for (const [key, place] of [
      ['content', String(index)],
      ['refusal', `${index}:refusal`],
    ] as const) {
      const text = texts.get(place)
      if (text === undefined || !wordOf(delta[key])) continue
      changes[key] = replaced.has(place) ? '' : text
      replaced.add(place)
    }
    return { ...delta, ...changes }
  }

  function editPart(part: JsonObject, plan: ReplyPlan): JsonObject {
    const index = choiceIndex(part)
    const isReworded = plan.texts.has(String(index)) || plan.texts.has(`${index}:refusal`)
    if (!isReworded && !touchesCalls(index, plan)) return part
    const delta = rewordedDelta(index, objectOf(part['delta']) ?? {}, plan)
    const bare = without(part, 'message')
    if (!touchesCalls(index, plan)) return { ...bare, delta }
    const rest = { ...bare, delta: without(delta, 'tool_calls', 'function_call') }
    return isFinishing(part) ? { ...rest, finish_reason: finishOf(index, part, plan) } : rest
  }

  function finishOf(index: number, part: JsonObject, plan: ReplyPlan): JsonObject[string] {
    const choice = upstream.choice(index)
    const { calls, denials } = sortCalls(index, choice === undefined ? {} : messageOf(choice), plan)
    return denials.length === 0
      ? (part['finish_reason'] ?? null)
      : finishAfter(part['finish_reason'], calls.length > 0)
  }

  function owed(index: number, chunk: JsonObject, plan: ReplyPlan): readonly JsonObject[] {
    if (settled.has(index) || !touchesCalls(index, plan)) return []
    settled.add(index)
    return owedDeltas(index, upstream.choice(index), plan).map((delta) => chunkOf(chunk, index, delta))
  }

  /** What a choice says in its last chunk comes before what we owe it, and the finish alone comes last. */
  function finishLast(
    part: JsonObject,
    chunk: JsonObject,
    plan: ReplyPlan,
  ): readonly [readonly JsonObject[], JsonObject] {
    const index = choiceIndex(part)
    if (!isFinishing(part) || !touchesCalls(index, plan)) return [[], part]
    const said = saysSomething({ delta: part['delta'] ?? {} })
      ? [chunkOf(chunk, index, objectOf(part['delta']) ?? {})]
      : []
    return [[...said, ...owed(index, chunk, plan)], { ...part, delta: {} }]
  }

  return {
    note,
    edit(chunk, plan) {
      note(chunk)
      const parts = objectsOf(chunk['choices'])
      const edited = parts.map((part) => editPart(part, plan))
      if (edited.every((part, at) => part === parts[at])) return [chunk]
      const split = edited.map((part) => finishLast(part, chunk, plan))
      const rest = withChoices(
        chunk,
        split.map(([, part]) => part).filter((part) => parts.includes(part) || saysSomething(part)),
      )
      return [...split.flatMap(([before]) => before), ...(rest === undefined ? [] : [rest])]
    },
    finish: (plan) =>
      upstream.choices.flatMap(({ index }) => {
        const chunks = owed(index, newest, plan)
        if (chunks.length === 0) return []
        const last = {
          index,
          delta: {},
          finish_reason: finishOf(index, { finish_reason: 'tool_calls' }, plan),
        }
        return [...chunks, { ...newest, choices: [last] }]
      }),
  }
}

function isFinishing(part: JsonObject): boolean {
  return wordOf(part['finish_reason']) !== undefined
}

function chunkOf(chunk: JsonObject, index: number, delta: JsonObject): JsonObject {
  const choices = [{ index, delta, finish_reason: null }]
  return { ...chunk, choices, ...(chunk['usage'] !== undefined && { usage: null }) }
}

function owedDeltas(index: number, choice: OpenChoice | undefined, plan: ReplyPlan): readonly JsonObject[] {
  if (choice === undefined) return []
  const message = messageOf(choice)
  const { calls, denials } = sortCalls(index, message, plan)
  const listed = calls.filter(([kind]) => kind === 'tool_calls')
  return [
    ...denialDelta(
      'content',
      plan.texts.get(String(index)) ?? textOf(message['content']) ?? '',
      denials.filter(({ style }) => style === 'message'),
    ),
    ...denialDelta(
      'refusal',
      textOf(message['refusal']) ?? '',
      denials.filter(({ style }) => style === 'refusal'),
    ),
    ...listed.map(([, call], position) => ({ tool_calls: [{ index: position, ...call }] })),
    ...calls.filter(([kind]) => kind === 'function_call').map(([, call]) => ({ function_call: call })),
  ]
}

function denialDelta(
  key: string,
  before: string,
  denials: readonly { readonly message: string }[],
): readonly JsonObject[] {
  if (denials.length === 0) return []
  return [
    { [key]: denials.reduce((text, { message }) => appended(text, message), before).slice(before.length) },
  ]
}

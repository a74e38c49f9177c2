import type { JsonObject } from '../../../model/index.ts'
import { indexOf, objectOf, objectsOf, textOf, without, wordOf } from '../../loose-json.ts'
import { createTextPile, type TextPile } from '../../text-pile.ts'
import { contentTexts } from './content.ts'

interface OpenCall {
  readonly index: number | undefined
  readonly id: string
  readonly type: string
  name: string
  /** Told in different pieces: some clients join them, others take the last. */
  hasTwoNames: boolean
  readonly args: TextPile
}

export interface OpenChoice {
  readonly index: number
  role: string
  readonly content: TextPile
  readonly refusal: TextPile
  finishReason: string | undefined
  readonly calls: OpenCall[]
  legacy: OpenCall | undefined
}

/** Puts chunks together to the completion they stand for. */
export interface Assembler {
  add(chunk: JsonObject): void
  choice(index: number): OpenChoice | undefined
  readonly choices: readonly OpenChoice[]
  body(): JsonObject
}

export function createAssembler(): Assembler {
  const choices = new Map<number, OpenChoice>()
  let inOrder: readonly OpenChoice[] = []
  let first: JsonObject | undefined
  let newest: JsonObject = {}
  let usage: JsonObject | undefined

  function choiceAt(index: number): OpenChoice {
    const known = choices.get(index)
    if (known !== undefined) return known
    const opened: OpenChoice = {
      index,
      role: 'assistant',
      content: createTextPile(),
      refusal: createTextPile(),
      finishReason: undefined,
      calls: [],
      legacy: undefined,
    }
    choices.set(index, opened)
    inOrder = [...choices.values()].sort((left, right) => left.index - right.index)
    return opened
  }

  return {
    add(chunk) {
      const parts = objectsOf(chunk['choices'])
      first ??= chunk
      if (parts.length > 0) newest = chunk
      usage = objectOf(chunk['usage']) ?? usage
      for (const part of parts) addPart(choiceAt(choiceIndex(part)), part)
    },
    choice: (index) => choices.get(index),
    get choices() {
      return inOrder
    },
    body: () => ({
      ...without({ ...first, ...newest }, 'choices', 'usage', 'object', 'obfuscation'),
      object: 'chat.completion',
      choices: inOrder.map(assembled),
      ...(usage && { usage }),
    }),
  }
}

export function choiceIndex(part: JsonObject): number {
  return indexOf(part['index']) ?? 0
}

function addPart(choice: OpenChoice, part: JsonObject): void {
  const delta = objectOf(part['delta']) ?? {}
  choice.role = wordOf(delta['role']) ?? choice.role
  choice.content.add(contentTexts(delta['content']).join(''))
  choice.refusal.add(textOf(delta['refusal']) ?? '')
  choice.finishReason = wordOf(part['finish_reason']) ?? choice.finishReason
  for (const fragment of objectsOf(delta['tool_calls'])) addFragment(choice, fragment)
  const legacy = objectOf(delta['function_call'])
  if (legacy === undefined) return
  choice.legacy ??= newCall(undefined, '', 'function')
  addWords(choice.legacy, legacy, 'arguments')
}

/** Fragments belong together by index. A new id at a known index is a new call: some servers count from 0 each time. */
function addFragment({ calls }: OpenChoice, fragment: JsonObject): void {
  const index = indexOf(fragment['index'])
  const id = wordOf(fragment['id']) ?? ''
  const known = index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index)
  const isNew = known === undefined || (id !== '' && known.id !== '' && id !== known.id)
  const custom = objectOf(fragment['custom'])
  const type = wordOf(fragment['type']) ?? (custom === undefined ? 'function' : 'custom')
  const call = isNew ? newCall(index, id, type) : known
  if (isNew) calls.push(call)
  if (custom !== undefined) addWords(call, custom, 'input')
  addWords(call, objectOf(fragment['function']) ?? {}, 'arguments')
}

function newCall(index: number | undefined, id: string, type: string): OpenCall {
  return { index, id, type, name: '', hasTwoNames: false, args: createTextPile() }
}

function addWords(call: OpenCall, words: JsonObject, key: 'arguments' | 'input'): void {
  const name = wordOf(words['name']) ?? call.name
  call.hasTwoNames ||= call.name !== '' && name !== call.name
  call.name = name
  call.args.add(textOf(words[key]) ?? '')
}

function assembled(choice: OpenChoice): JsonObject {
  const { index, finishReason } = choice
  return { index, message: messageOf(choice), logprobs: null, finish_reason: finishReason ?? null }
}

export function messageOf({ role, content, refusal, calls, legacy }: OpenChoice): JsonObject {
  return {
    role,
    content: content.text === '' ? null : content.text,
    refusal: refusal.text === '' ? null : refusal.text,
    ...(calls.length > 0 && { tool_calls: calls.map(assembledCall) }),
    ...(legacy && { function_call: { name: legacy.name, arguments: legacy.args.text } }),
  }
}

function assembledCall({ id, type, name, args }: OpenCall): JsonObject {
  if (type === 'custom') return { id, type, custom: { name, input: args.text } }
  return { id, type, function: { name, arguments: args.text } }
}

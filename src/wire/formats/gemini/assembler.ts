import type { JsonObject } from '../../../model/index.ts'
import { textOf, without, wordOf } from '../../loose-json.ts'
import { createTextPile, type TextPile } from '../../text-pile.ts'
import { createPartialArgs, isPartial, type PartialArgs } from './partial-args.ts'
import { callOf, candidatesOf } from './parts.ts'

interface OpenPart {
  readonly place: string
  /** What came last of it; all of its text is in `text`. */
  part: JsonObject
  readonly text: TextPile
  args: PartialArgs | undefined
  /** More of the same call follows. */
  continues: boolean
  isGarbled: boolean
}

export interface OpenCandidate {
  readonly key: number
  fields: JsonObject
  readonly parts: OpenPart[]
}

/** Where a part of a chunk belongs in the whole reply. */
export interface Located {
  readonly place: string
  readonly isFirst: boolean
}

/** Puts chunks together to the reply they stand for: neighbouring texts are one part, and so is a call. */
export interface Assembler {
  /** The places of the parts, candidate by candidate, in the order of the chunk. */
  add(chunk: JsonObject): readonly (readonly Located[])[]
  readonly candidates: readonly OpenCandidate[]
  candidate(key: number): OpenCandidate | undefined
  body(): JsonObject
}

export function createAssembler(): Assembler {
  const candidates = new Map<number, OpenCandidate>()
  let inOrder: readonly OpenCandidate[] = []
  let first: JsonObject | undefined
  let newest: JsonObject = {}

  function candidateAt(key: number): OpenCandidate {
    const known = candidates.get(key)
    if (known !== undefined) return known
    const opened: OpenCandidate = { key, fields: {}, parts: [] }
    candidates.set(key, opened)
    inOrder = [...candidates.values()].sort((left, right) => left.key - right.key)
    return opened
  }

  return {
    add(chunk) {
      first ??= chunk
      newest = chunk
      return candidatesOf(chunk['candidates']).map(({ key, candidate, parts }) => {
        const open = candidateAt(key)
        open.fields = { ...open.fields, ...candidate }
        return parts.map((part) => addPart(open, part))
      })
    },
    get candidates() {
      return inOrder
    },
    candidate: (key) => candidates.get(key),
    body: () => ({
      ...without({ ...first, ...newest }, 'candidates'),
      ...(inOrder.length > 0 && { candidates: inOrder.map(assembled) }),
    }),
  }
}

function addPart(candidate: OpenCandidate, part: JsonObject): Located {
  const last = candidate.parts.at(-1)
  const call = callOf(part)
  if (last !== undefined && call !== undefined && last.continues) {
    continueCall(last, call)
    return { place: last.place, isFirst: false }
  }
  if (last !== undefined && joins(last.part, part)) {
    last.part = { ...last.part, ...part }
    last.text.add(textOf(part['text']) ?? '')
    return { place: last.place, isFirst: false }
  }
  const place = `${candidate.key}:${candidate.parts.length}`
  const text = createTextPile(textOf(part['text']))
  const opened: OpenPart = { place, part, text, args: undefined, continues: false, isGarbled: false }
  candidate.parts.push(opened)
  if (call !== undefined && isPartial(call)) continueCall(opened, call)
  return { place, isFirst: true }
}

function joins(last: JsonObject, part: JsonObject): boolean {
  const areTexts = textOf(last['text']) !== undefined && textOf(part['text']) !== undefined
  return (
    areTexts &&
    (last['thought'] === true) === (part['thought'] === true) &&
    last['thoughtSignature'] === undefined
  )
}

function continueCall(open: OpenPart, call: JsonObject): void {
  open.args ??= createPartialArgs()
  open.isGarbled ||= !open.args.add(call['partialArgs'])
  open.continues = call['willContinue'] === true
}

function assembled({ fields, parts }: OpenCandidate): JsonObject {
  return { ...fields, content: { role: 'model', parts: parts.map(assembledPart) } }
}

/** Arguments whose paths cannot be understood become a text, and are found to be malformed when decoded. */
export function assembledPart({ part, text, args, isGarbled, continues }: OpenPart): JsonObject {
  if (textOf(part['text']) !== undefined) return { ...part, text: text.text }
  const call = callOf(part)
  if (call === undefined || args === undefined) return part
  const whole = isGarbled || continues ? `partial: ${JSON.stringify(args.value())}` : args.value()
  return { ...part, functionCall: { ...without(call, 'partialArgs', 'willContinue'), args: whole } }
}

export function isFinished({ fields }: OpenCandidate): boolean {
  return wordOf(fields['finishReason']) !== undefined
}

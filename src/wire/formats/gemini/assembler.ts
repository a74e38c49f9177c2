import type { JsonObject } from '../../../model/index.ts'
import { textOf, without, wordOf } from '../../loose-json.ts'
import { createPartialArgs, isPartial, type PartialArgs } from './partial-args.ts'
import { callOf, candidatesOf } from './parts.ts'

interface OpenPart {
  readonly place: string
  part: JsonObject
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
  let base: JsonObject = {}

  function candidateAt(key: number): OpenCandidate {
    const known = candidates.get(key) ?? { key, fields: {}, parts: [] }
    candidates.set(key, known)
    return known
  }

  const inOrder = (): readonly OpenCandidate[] =>
    [...candidates.values()].sort((left, right) => left.key - right.key)

  return {
    add(chunk) {
      base = { ...base, ...without(chunk, 'candidates') }
      return candidatesOf(chunk['candidates']).map(({ key, candidate, parts }) => {
        const open = candidateAt(key)
        open.fields = { ...open.fields, ...without(candidate, 'content') }
        return parts.map((part) => addPart(open, part))
      })
    },
    get candidates() {
      return inOrder()
    },
    candidate: (key) => candidates.get(key),
    body: () => ({ ...base, ...(candidates.size > 0 && { candidates: inOrder().map(assembled) }) }),
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
    last.part = { ...last.part, ...part, text: `${textOf(last.part['text'])}${textOf(part['text'])}` }
    return { place: last.place, isFirst: false }
  }
  const place = `${candidate.key}:${candidate.parts.length}`
  const opened: OpenPart = { place, part, args: undefined, continues: false, isGarbled: false }
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
function assembledPart({ part, args, isGarbled, continues }: OpenPart): JsonObject {
  const call = callOf(part)
  if (call === undefined || args === undefined) return part
  const whole = isGarbled || continues ? `partial: ${JSON.stringify(args.value())}` : args.value()
  return { ...part, functionCall: { ...without(call, 'partialArgs', 'willContinue'), args: whole } }
}

export function isFinished({ fields }: OpenCandidate): boolean {
  return wordOf(fields['finishReason']) !== undefined
}

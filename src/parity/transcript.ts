import {
  anything,
  defaulted,
  eitherOf,
  flag,
  list,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  required,
  text,
  type ObjectOf,
  type Place,
} from '../kit/shape/index.ts'
import {
  hasErrors,
  parseYaml,
  problemIn,
  sourceText,
  type Problem,
  type SourceText,
} from '../kit/source/index.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'

/** Surfaces that do not see all of a conversation, and what they do not see. */
export const UNSEEN = {
  hook: [
    'requests to the model, so budgets of tokens and refusals of requests: no coding agent tells a hook of them',
    'declared state and scopes: a hook is given no place for them',
    'what judges say: a hook has no time to ask one',
    'replies before they are shown: they are read from the transcript, so only the call that follows can be stopped',
  ],
  mcp: [
    'questions, replies and what they cost: a tool server is only told of its own tools',
    'turns: all calls of a connection are one turn',
    'declared state and scopes, requests to the model, what judges say',
  ],
} as const
export type PartialSurface = keyof typeof UNSEEN
export const PARTIAL_SURFACES = ['hook', 'mcp'] as const satisfies readonly PartialSurface[]

const CALL = object({
  tool: required(text({ nonEmpty: true }), 'The tool.'),
  args: optional(mapOf(anything()), 'Its arguments.'),
  result: optional(anything(), 'What it returns when it runs.'),
  failed: defaulted(flag(), false, 'It fails with the result as its error.'),
})

const TOKENS = number({ whole: true, atLeast: 0 })

const REPLY = object({
  text: defaulted(text(), '', 'What the model says.'),
  calls: defaulted(list(CALL), [], 'What it calls, in parallel.'),
  usage: optional(
    object({ input: required(TOKENS, 'Input.'), output: required(TOKENS, 'Output.') }),
    'What it bills.',
  ),
})

const TURN = object({
  user: required(text(), 'What the user asks.'),
  state: optional(mapOf(anything()), 'Fields the agent declares in this turn.'),
  scopes: optional(list(text()), 'Scopes that are active from this turn on.'),
  replies: required(
    list(eitherOf(text(), REPLY), { nonEmpty: true }),
    'What the model answers, step by step.',
  ),
})

const DOCUMENT = object({
  name: required(text({ nonEmpty: true }), 'What happens, as a person would say it.'),
  clauses: defaulted(list(mapOf(anything())), [], 'Entries of `invariants.process`.'),
  contract: defaulted(mapOf(anything()), {}, 'Other sections of the contract.'),
  judge: defaulted(list(oneOf('pass', 'fail')), [], 'What a judge answers, one after the other.'),
  turns: required(list(TURN, { nonEmpty: true }), 'The conversation.'),
  expect: defaulted(
    list(text()),
    [],
    '`event [tool] verdict clause/code …`, one line for each event with findings.',
  ),
  blind: defaulted(
    list(oneOf(...PARTIAL_SURFACES)),
    [],
    'Surfaces that find something else, because they do not see all of it.',
  ),
})

export interface TranscriptCall {
  readonly tool: string
  readonly args: JsonObject
  readonly result: JsonValue
  readonly failed: boolean
}

export interface TranscriptReply {
  readonly text: string
  readonly calls: readonly TranscriptCall[]
  readonly usage: { readonly input: number; readonly output: number }
}

export interface TranscriptTurn {
  readonly user: string
  readonly state?: JsonObject
  readonly scopes?: readonly string[]
  readonly replies: readonly TranscriptReply[]
}

/** One conversation under one contract, for every surface to judge. */
export interface Transcript {
  readonly file: string
  readonly name: string
  /** A whole contract; JSON is YAML. */
  readonly contractText: string
  readonly judge: readonly ('pass' | 'fail')[]
  readonly turns: readonly TranscriptTurn[]
  readonly expect: readonly string[]
  readonly blind: readonly PartialSurface[]
}

export interface ReadTranscript {
  readonly transcript?: Transcript
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceText[]
}

export function readTranscript(file: string, written: string): ReadTranscript {
  const source = sourceText(file, written)
  const problems: Problem[] = []
  const place: Place = {
    path: '',
    subject: '',
    lenient: false,
    report: (raw) => void problems.push(problemIn(source, raw)),
  }
  const { root, problems: syntax } = parseYaml(source)
  problems.push(...syntax)
  const read = root === undefined ? undefined : DOCUMENT.read(root, place)
  const sources = [source]
  return read === undefined || hasErrors(problems)
    ? { problems, sources }
    : { transcript: transcriptOf(file, read), problems, sources }
}

const USUAL_USAGE = { input: 10, output: 5 }

function transcriptOf(file: string, read: ObjectOf<typeof DOCUMENT.fields>): Transcript {
  const { name, judge, expect, blind, turns } = read
  return {
    file,
    name,
    judge,
    expect,
    blind,
    contractText: JSON.stringify(contractOf(read)),
    turns: turns.map(({ user, state, scopes, replies }) => ({
      user,
      // sound because YAML holds nothing but JSON values here
      ...(state !== undefined && { state: state as JsonObject }),
      ...(scopes !== undefined && { scopes }),
      replies: replies.map(replyOf),
    })),
  }
}

function replyOf(reply: string | ObjectOf<typeof REPLY.fields>): TranscriptReply {
  if (typeof reply === 'string') return { text: reply, calls: [], usage: USUAL_USAGE }
  return {
    text: reply.text,
    usage: reply.usage ?? USUAL_USAGE,
    calls: reply.calls.map(({ tool, args = {}, result = 'done', failed }) => ({
      tool,
      args: args as JsonObject,
      result: result as JsonValue,
      failed,
    })),
  }
}

function contractOf({ clauses, contract }: ObjectOf<typeof DOCUMENT.fields>): Record<string, unknown> {
  const { invariants, ...rest } = contract as Record<string, Record<string, unknown> | undefined>
  return {
    dsl_version: '0.4',
    contractspec: '1.0',
    kind: 'agent',
    name: 'parity',
    description: 'For comparing surfaces.',
    version: '1.0',
    ...rest,
    invariants: { ...invariants, ...(clauses.length > 0 && { process: clauses }) },
  }
}

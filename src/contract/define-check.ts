import type { JsonObject, JsonValue, Span } from '../model/index.ts'
import type { Fields, ObjectOf } from '../kit/shape/index.ts'
import type { OptionProblem, Wording } from './define-operator.ts'

/** A tool call of the answer under judgement, with what came back. */
export interface CheckedCall {
  readonly callId: string
  readonly tool: string
  readonly args: JsonObject
  /** Absent while no result has been seen. */
  readonly ok?: boolean
  readonly result?: JsonValue
}

/** Everything an output check may look at: one answer of the agent and how it came about. */
export interface CheckSubject {
  readonly input?: string
  readonly output: string
  readonly latencyMs?: number
  readonly calls: readonly CheckedCall[]
  readonly costUsd?: number
  readonly totalTokens?: number
  /** The answer without chaos, for checks that compare with it. */
  readonly baseline?: string
  /** What chaos really did during this answer. */
  readonly faults: readonly { readonly fault: string; readonly target: string; readonly callId?: string }[]
  /** Declared and measured fields by their flat keys. */
  readonly state: Readonly<Record<string, JsonValue>>
  /** Answers of judges that were asked beforehand, by clause id. */
  readonly judgements?: Readonly<
    Record<string, { readonly verdict: 'pass' | 'fail' | 'skip'; readonly reason?: string }>
  >
}

export type CheckResult =
  | { readonly outcome: 'held' }
  | {
      readonly outcome: 'broken'
      readonly code: string
      readonly params: JsonObject
      /** Where in the output, when it is somewhere. */
      readonly spans?: readonly Span[]
    }
  | { readonly outcome: 'not-judged'; readonly why: string }

/** How alike two texts are, 0 to 1, and by which measure; the report says which. */
export interface Similarity {
  readonly measure: string
  score(left: string, right: string): number
}

export interface CheckEnvironment {
  readonly clauseId: string
  readonly similarity: Similarity
  readonly isPhoneNumber?: (candidate: string) => boolean
}

export interface CheckDefinition<F extends Fields = Fields> {
  readonly name: string
  readonly summary: string
  readonly fields: F
  /** A judge must have been asked before this check can speak. */
  readonly needsJudge?: (
    options: ObjectOf<F>,
  ) => { readonly rubric: string; readonly model: string } | undefined
  /** Needs the answer without chaos. */
  readonly needsBaseline?: (options: ObjectOf<F>) => boolean
  /** Reads tool calls or results, so the session must remember them. */
  readonly readsCalls?: boolean
  readonly wording: Readonly<Record<string, Wording>>
  readonly inspect?: (options: ObjectOf<F>) => readonly OptionProblem[]
  /** Of a check made of checks: the same one over these. */
  readonly over?: (checks: () => readonly AnyCheck[]) => AnyCheck
  compile(options: ObjectOf<F>, environment: CheckEnvironment): (subject: CheckSubject) => CheckResult
}

export type AnyCheck = CheckDefinition

export function defineCheck<const F extends Fields>(definition: CheckDefinition<F>): AnyCheck {
  // sound because options are only ever made by reading `fields`
  return definition as unknown as AnyCheck
}

import type { EventKind, JsonObject, Level } from '../model/index.ts'
import type { Fields, ObjectOf } from '../kit/shape/index.ts'
import type { Program, Tallied } from './clause.ts'

/** How often each tool was called, for drift. */
export type ToolCounts = Readonly<Record<string, number>>

/** What compiling a clause may need from outside; whoever assembles the surface provides it. */
export interface CompileEnvironment {
  /** Feeds every labelled draw of chance. */
  readonly seed: number | string
  /** Validates phone numbers with a phone library when one is installed. */
  readonly isPhoneNumber?: (candidate: string) => boolean
  /** Tool counts of earlier sessions for a clause that asks for a stored or a file's baseline. */
  readonly baselineFor?: (clauseId: string, baseline: string) => ToolCounts | undefined
}

export interface CompileContext extends CompileEnvironment {
  readonly clauseId: string
}

/** The sentence for one finding code, and what would have passed. */
export interface Wording {
  readonly says: (params: JsonObject) => string
  readonly passes?: (params: JsonObject) => string
}

/** Something an operator can only see once all its options are read together. */
export interface OptionProblem {
  readonly level?: 'error' | 'warning'
  readonly field: string
  readonly code: string
  readonly complaint: string
  readonly hint?: string
}

export interface OperatorDefinition<F extends Fields = Fields, State = unknown> {
  readonly name: string
  readonly summary: string
  readonly fields: F
  readonly listensTo: readonly EventKind[] | ((options: ObjectOf<F>) => readonly EventKind[])
  readonly level: Level | ((options: ObjectOf<F>) => Level)
  readonly tallied?: Tallied
  readonly wording: Readonly<Record<string, Wording>>
  /** Problems of the options as a whole, found at load. */
  readonly inspect?: (options: ObjectOf<F>) => readonly OptionProblem[]
  compile(options: ObjectOf<F>, context: CompileContext): Program<State>
}

/** An operator whose option and state types have been forgotten, as the registry keeps it. */
export type AnyOperator = OperatorDefinition

export function defineOperator<const F extends Fields, State>(
  definition: OperatorDefinition<F, State>,
): AnyOperator {
  // sound because options are only ever made by reading `fields`, and states only by `compile`d programs
  return definition as unknown as AnyOperator
}

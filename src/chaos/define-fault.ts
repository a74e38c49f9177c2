import type { Fields, ObjectOf } from '../kit/shape/index.ts'
import type { Random } from '../kit/random.ts'
import type { Plane } from './chaos-run.ts'
import type { ProviderRefusal, ReplyEdit } from './model-action.ts'

/** What a fault does to one tool call. A delay lets later faults speak; everything else has the last word. */
export type ToolStrike =
  | { readonly kind: 'delay'; readonly delayMs: number }
  | { readonly kind: 'time-out'; readonly afterMs: number }
  | { readonly kind: 'fail'; readonly status: number; readonly message: string }
  | { readonly kind: 'answer'; readonly text: string; readonly isBroken?: boolean }

/** What a fault does to one request to the model. Edits add up; a time-out or a refusal has the last word. */
export type ModelStrike =
  | { readonly kind: 'time-out'; readonly afterMs: number }
  | { readonly kind: 'refuse'; readonly refusal: ProviderRefusal; readonly delayMs: number }
  | { readonly kind: 'edit'; readonly edit: ReplyEdit }

export interface StrikeContext {
  /** One stream per firing: a draw here moves nobody else's. */
  readonly random: Random
}

interface FaultParts<F extends Fields, Strike> {
  /** The word written after `mode:`. */
  readonly name: string
  readonly summary: string
  readonly fields: F
  /** Where the fault makes sense, the deepest plane first. */
  readonly planes: readonly Plane[]
  strike(options: ObjectOf<F>, context: StrikeContext): Strike
}

export interface ToolFaultDefinition<F extends Fields = Fields> extends FaultParts<F, ToolStrike> {
  readonly strikes: 'tool'
}

export interface LlmFaultDefinition<F extends Fields = Fields> extends FaultParts<F, ModelStrike> {
  readonly strikes: 'llm'
}

/** A fault whose option types have been forgotten, as the registry keeps it. */
export type AnyFault = ToolFaultDefinition | LlmFaultDefinition

/** Options are only ever made by reading `fields`, so their types may be forgotten. */
export function defineToolFault<const F extends Fields>(
  definition: Omit<ToolFaultDefinition<F>, 'strikes'>,
): ToolFaultDefinition {
  return { ...definition, strikes: 'tool' }
}

export function defineLlmFault<const F extends Fields>(
  definition: Omit<LlmFaultDefinition<F>, 'strikes'>,
): LlmFaultDefinition {
  return { ...definition, strikes: 'llm' }
}

import type { Fields, ObjectOf } from '../kit/shape/index.ts'
import type { JsonValue } from '../model/index.ts'
import type { StrikeContext } from './define-fault.ts'

/** The way by which an attack reaches the agent: what it is asked, or what its tools return. */
export const ARRIVALS = ['input', 'tool_result'] as const

export type Arrival = (typeof ARRIVALS)[number]

export interface AttackDefinition<F extends Fields = Fields> {
  /** The word written after `type:`. */
  readonly name: string
  readonly summary: string
  /** Where it arrives when the file does not say. */
  readonly arrives: Arrival
  readonly fields: F
  inInput(prompt: string, options: ObjectOf<F>, context: StrikeContext): string
  inResult(content: JsonValue, options: ObjectOf<F>, context: StrikeContext): JsonValue
}

/** An attack whose option types have been forgotten, as the registry keeps it. */
export type AnyAttack = AttackDefinition

export function defineAttack<const F extends Fields>(definition: AttackDefinition<F>): AnyAttack {
  // sound because options are only ever made by reading `fields`
  return definition
}

import type { JsonValue } from '../model/index.ts'
import type { Shape } from '../kit/shape/index.ts'

/** Reads a field of the state by its flat key. */
export type FieldReader = (field: string) => JsonValue | undefined

/** The whole state as one map of flat keys, for expressions. */
export interface StateView {
  readonly read: FieldReader
  readonly all: () => Readonly<Record<string, JsonValue>>
}

export interface PredicateDefinition<V = unknown> {
  readonly name: string
  readonly summary: string
  /** Completes "it must … <value>". */
  readonly phrase: string
  readonly value: Shape<V>
  /** Decides itself what a missing field means; all others are broken by one. */
  readonly judgesAbsence?: boolean
  /** Works on the whole state, so `field` may be left out. */
  readonly wholeState?: boolean
  /** True when the promise is kept. */
  compile(value: V): (actual: JsonValue | undefined, state: StateView) => boolean
}

export type AnyPredicate = PredicateDefinition

export function definePredicate<V>(definition: PredicateDefinition<V>): AnyPredicate {
  // sound because values are only ever made by reading `value`
  return definition
}

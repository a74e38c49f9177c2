import { conditionHolds, NO_FACTS, type Condition } from '../contract/index.ts'
import type { ActiveChaos } from '../model/index.ts'

const BOTH = [false, true]

/** Every way chaos can be switched on, none at all included; there are few, so all of them are tried. */
const WORLDS: readonly (ActiveChaos | undefined)[] = [
  undefined,
  ...BOTH.flatMap((tool) => BOTH.flatMap((llm) => BOTH.map((context) => ({ tool, llm, context })))),
]

export function holdsUnder(condition: Condition, chaos: ActiveChaos | undefined): boolean {
  return conditionHolds(condition, chaos === undefined ? NO_FACTS : { ...NO_FACTS, chaos })
}

/** Wherever `narrow` holds, `wide` holds as well. */
export function conditionCovers(wide: Condition, narrow: Condition): boolean {
  if (wide === 'always' || wide === narrow) return true
  return WORLDS.every((chaos) => !holdsUnder(narrow, chaos) || holdsUnder(wide, chaos))
}

/** There is a world in which both hold. */
export function conditionsMeet(left: Condition, right: Condition): boolean {
  return WORLDS.some((chaos) => holdsUnder(left, chaos) && holdsUnder(right, chaos))
}

import { builtInVocabulary, type ClauseSource, type StateView } from '../../contract/index.ts'
import type { JsonValue } from '../../model/index.ts'

/** A constraint as a question to one value of its field. */
export interface ValueTest {
  readonly predicate: string
  readonly options: unknown
  readonly holds: (value: JsonValue | undefined) => boolean
}

const BOUNDS = new Set(['gt', 'gte', 'lt', 'lte', 'between'])
const EXACT = new Set(['equals', 'not_equals', 'in', 'not_in', 'exists'])

/** Predicates whose value is a list of values. */
const SEVERAL = new Set(['in', 'not_in', 'between'])

const NO_STATE: StateView = { read: () => undefined, all: () => ({}) }

/** A text that no contract names. */
const ANY_OTHER_TEXT = '\u0001any other text'

// a constraint is compared with many others
const compiled = new WeakMap<ClauseSource, ValueTest>()

/** Nothing for expressions, which look at the whole state, and for predicates of plugins. */
export function valueTest(clause: ClauseSource): ValueTest | undefined {
  const known = compiled.get(clause)
  if (known !== undefined) return known
  const definition = builtInVocabulary().predicates.get(clause.operator)
  if (definition === undefined || definition.wholeState === true) return undefined
  const holds = definition.compile(clause.options)
  const test: ValueTest = {
    predicate: clause.operator,
    options: clause.options,
    holds: (value) => (value !== undefined || definition.judgesAbsence === true) && holds(value, NO_STATE),
  }
  compiled.set(clause, test)
  return test
}

/** It is proved that no value satisfies all of them at once. */
export function isImpossible(tests: readonly ValueTest[]): boolean {
  const finite = tests.map(onlyValues).find((values) => values !== undefined)
  if (finite !== undefined) return !finite.some((value) => tests.every(({ holds }) => holds(value)))
  if (tests.some((test) => tests.some((other) => containAndExclude(test, other)))) return true
  const decided = tests.filter(isDecided)
  return !valuesThatMatter(decided).some((value) => decided.every(({ holds }) => holds(value)))
}

/** It is proved that every value `left` accepts is accepted by `right`. */
export function accepts(left: ValueTest, right: ValueTest): boolean {
  const finite = onlyValues(left)
  if (finite !== undefined) return finite.every((value) => !left.holds(value) || right.holds(value))
  if (left.predicate === right.predicate && left.predicate === 'contains')
    return String(left.options).includes(String(right.options))
  if (left.predicate === right.predicate && left.predicate === 'not_contains')
    return String(right.options).includes(String(left.options))
  if (!isDecided(left) || !isDecided(right)) return false
  return valuesThatMatter([left, right]).every((value) => !left.holds(value) || right.holds(value))
}

/** The few values that can satisfy it at all, where they are few. */
function onlyValues({ predicate, options }: ValueTest): readonly (JsonValue | undefined)[] | undefined {
  if (predicate === 'equals') return [options as JsonValue]
  if (predicate === 'in') return options as readonly JsonValue[]
  return predicate === 'exists' && options === false ? [undefined, null] : undefined
}

function isDecided({ predicate }: ValueTest): boolean {
  return BOUNDS.has(predicate) || EXACT.has(predicate)
}

function containAndExclude(left: ValueTest, right: ValueTest): boolean {
  return (
    left.predicate === 'contains' &&
    right.predicate === 'not_contains' &&
    String(left.options).includes(String(right.options))
  )
}

/**
 * One value from every region that bounds and named values cut the space into: the named values, the bounds, a number
 * between any two of them and beyond, each number also as text, nothing, and something nobody named.
 */
function valuesThatMatter(tests: readonly ValueTest[]): readonly (JsonValue | undefined)[] {
  const named = tests.flatMap(({ predicate, options }) =>
    SEVERAL.has(predicate) ? (options as readonly JsonValue[]) : [options as JsonValue],
  )
  const bounds = named.filter((value) => typeof value === 'number').toSorted((left, right) => left - right)
  const between = bounds.slice(1).map((bound, index) => (bound + bounds[index]!) / 2)
  const numbers = [...bounds, ...between, (bounds[0] ?? 0) - 1, (bounds.at(-1) ?? 0) + 1]
  return [undefined, null, ANY_OTHER_TEXT, ...named, ...numbers, ...numbers.map(String)]
}

import type { JsonValue } from '../../../src/model/index.ts'

type State = ReadonlyMap<string, JsonValue>

/** The expressions that contracts are drawn with, and what each of them means. */
export const EXPRESSIONS: Readonly<Record<string, (value: JsonValue | undefined, state: State) => boolean>> =
  {
    'value > 1.0': (value) => typeof value === 'number' && value > 1,
    'state["tone"] == "kind"': (_, state) => state.get('tone') === 'kind',
    '"flag" in state': (_, state) => state.has('flag'),
    'state["flag"]': (_, state) => state.get('flag') === true,
    '!("output.score" in state) || output.score > 0.5': (_, state) => {
      const score = state.get('output.score')
      return !state.has('output.score') || (typeof score === 'number' && score > 0.5)
    },
  }

export function expressionHolds(source: string, value: JsonValue | undefined, state: State): boolean {
  const meaning = EXPRESSIONS[source]
  if (meaning === undefined) throw new Error(`the reference does not know the expression ${source}`)
  return meaning(value, state)
}

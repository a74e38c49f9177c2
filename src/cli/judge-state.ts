import { judgeState, type Contract, type Vocabulary } from '../contract/index.ts'
import type { JsonValue } from '../model/index.ts'

export interface StateVerdict {
  readonly verdict: 'compliant' | 'soft_violation' | 'hard_breach'
  readonly hard_violations: number
  readonly soft_violations: number
  readonly violated: readonly string[]
  readonly unmet_preconditions: readonly string[]
}

/** Judges one state by the contract's constraints, without a session. Preconditions are told apart and not counted. */
export function stateJudge(
  contract: Contract,
  { predicates }: Vocabulary,
): (state: Readonly<Record<string, JsonValue>>) => StateVerdict {
  const constraints = contract.clauses
    .filter(({ section }) => section !== 'invariants.process' && section !== 'invariants.output')
    .map((source) => ({ source, judge: judgeState(source, predicates.get(source.operator)!) }))
  return (given) => {
    const state = flattened(given)
    const view = {
      read: (field: string) => (Object.hasOwn(state, field) ? state[field] : undefined),
      all: () => state,
    }
    const broken = constraints.filter(({ judge }) => judge(view) !== undefined).map(({ source }) => source)
    const names = (matches: (source: (typeof broken)[number]) => boolean) =>
      broken.filter(matches).map(({ id }) => id)
    const hard = names(({ section, level }) => section !== 'preconditions' && level === 'hard')
    const soft = names(({ level }) => level === 'soft')
    return {
      verdict: hard.length > 0 ? 'hard_breach' : soft.length > 0 ? 'soft_violation' : 'compliant',
      hard_violations: hard.length,
      soft_violations: soft.length,
      violated: [...hard, ...soft],
      unmet_preconditions: names(({ section }) => section === 'preconditions'),
    }
  }
}

/** `output: {tone: 1}` is read as the flat key `output.tone` too, because that is how people write YAML. */
function flattened(state: Readonly<Record<string, JsonValue>>): Readonly<Record<string, JsonValue>> {
  const result: [string, JsonValue][] = []
  const walk = (value: JsonValue, key: string, depth: number) => {
    result.push([key, value])
    if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 16) return
    for (const [inner, each] of Object.entries(value)) walk(each, `${key}.${inner}`, depth + 1)
  }
  for (const [key, value] of Object.entries(state)) walk(value, key, 0)
  return { ...Object.fromEntries(result), ...state }
}

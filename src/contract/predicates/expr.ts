import { definePredicate, type StateView } from '../define-predicate.ts'
import { compileAcceptedExpression, expressionSource } from '../expression-shape.ts'

export const expr = definePredicate({
  name: 'expr',
  summary:
    'This CEL expression over the state is true; `value` is the field, `state["a.b"]` and `a.b` any other.',
  phrase: 'satisfy',
  value: expressionSource(),
  judgesAbsence: true,
  wholeState: true,
  compile(written) {
    const expression = compileAcceptedExpression(written)
    // an expression that fails (a missing field, a wrong type) has not shown that the promise is kept
    return (actual, state) => holds(() => expression(variables(actual, state)))
  },
})

function holds(evaluate: () => boolean): boolean {
  try {
    return evaluate()
  } catch {
    return false
  }
}

/**
 * Flat keys such as `output.tone` become nested maps, because that is how CEL reads them. Sorted, so that the order
 * in which fields were declared decides nothing: beside `a.b`, a plain `a` is only found as `state["a"]`.
 */
function variables(actual: unknown, state: StateView): Record<string, unknown> {
  const flat = state.all()
  const root = emptyMap()
  const own = new Set<object>()
  for (const key of Object.keys(flat).toSorted()) place(root, key.split('.'), flat[key], own)
  root['state'] = flat
  if (actual !== undefined) root['value'] = actual
  return root
}

/** Maps that are not our own are values of fields and copied before anything is put into them. */
function place(
  root: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
  own: Set<object>,
): void {
  let level = root
  for (const key of path.slice(0, -1)) {
    const next = level[key]
    if (isMap(next) && own.has(next)) level = next
    else {
      const copy = Object.assign(emptyMap(), isMap(next) ? next : {})
      own.add(copy)
      level = level[key] = copy
    }
  }
  level[path.at(-1)!] = value
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function emptyMap(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}

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

/** Flat keys such as `output.tone` become nested maps, because that is how CEL reads them. */
function variables(actual: unknown, state: StateView): Record<string, unknown> {
  const flat = state.all()
  const root: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [key, value] of Object.entries(flat)) place(root, key.split('.'), value)
  root['state'] = flat
  if (actual !== undefined) root['value'] = actual
  return root
}

function place(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let level = root
  for (const key of path.slice(0, -1)) {
    const next = level[key]
    const isMap = typeof next === 'object' && next !== null && !Array.isArray(next)
    level = (isMap ? next : (level[key] = Object.create(null))) as Record<string, unknown>
  }
  level[path.at(-1)!] = value
}

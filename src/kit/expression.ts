import { Environment } from '@marcbachmann/cel-js'
import { safeRegex } from './safe-regex.ts'

/** A CEL expression that answers yes or no. */
export type Expression = (variables: Readonly<Record<string, unknown>>) => boolean

export type ExpressionResult =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly reason: string; readonly hint?: string }

const LIMITS = {
  maxAstNodes: 1000,
  maxDepth: 50,
  maxListElements: 200,
  maxMapEntries: 200,
  maxCallArguments: 16,
}

/** Two nested comprehensions over hostile lists are already quadratic; more is refused at load. */
const MAX_COMPREHENSION_DEPTH = 2
const COMPREHENSIONS = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])

let environment: Environment | undefined

function expressionEnvironment(): Environment {
  if (environment !== undefined) return environment
  environment = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    limits: LIMITS,
  })
  environment.registerFunction('re(string, string): bool', (text: string, source: string) => {
    const result = safeRegex(source)
    if (!result.ok) throw new Error(`re(): ${result.reason}`)
    return result.regex.test(text)
  })
  // JSON numbers arrive as doubles; `field + 1` must not fail for that
  const arithmetic: Record<string, (left: number, right: number) => number> = {
    '+': (left, right) => left + right,
    '-': (left, right) => left - right,
    '*': (left, right) => left * right,
    '/': (left, right) => left / right,
  }
  for (const [sign, apply] of Object.entries(arithmetic)) {
    environment.registerOperator(`double ${sign} int`, (left: number, right: bigint) =>
      apply(left, Number(right)),
    )
    environment.registerOperator(`int ${sign} double`, (left: bigint, right: number) =>
      apply(Number(left), right),
    )
  }
  return environment
}

/** Compiles CEL. `matches()` backtracks, so it is refused and `re(text, pattern)` offered instead. */
export function compileExpression(source: string): ExpressionResult {
  let parsed: ReturnType<Environment['parse']>
  try {
    parsed = expressionEnvironment().parse(source)
  } catch (error) {
    return { ok: false, reason: firstLine(error) }
  }
  const refused = refuseCostly(parsed.ast, 0)
  if (refused !== undefined) return { ok: false, ...refused }
  const check = parsed.check()
  if (!check.valid) return { ok: false, reason: firstLine(check.error) }
  return {
    ok: true,
    expression(variables) {
      const answer: unknown = parsed(variables)
      if (typeof answer !== 'boolean') throw new Error('the expression does not answer true or false')
      return answer
    },
  }
}

function refuseCostly(node: unknown, depth: number): { reason: string; hint?: string } | undefined {
  if (Array.isArray(node)) {
    for (const entry of node) {
      const found = refuseCostly(entry, depth)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (node === null || typeof node !== 'object' || !('op' in node) || !('args' in node)) return undefined
  const { op, args } = node
  const name = (op === 'rcall' || op === 'call') && Array.isArray(args) ? String(args[0]) : ''
  if (name === 'matches')
    return { reason: '`matches()` can be made to backtrack', hint: 'use `re(text, pattern)`, which cannot' }
  const inner = COMPREHENSIONS.has(name) ? depth + 1 : depth
  if (inner > MAX_COMPREHENSION_DEPTH)
    return { reason: `comprehensions are nested more than ${MAX_COMPREHENSION_DEPTH} deep` }
  return refuseCostly(args, inner)
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0]!
}

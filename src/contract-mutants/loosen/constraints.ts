import type { ClauseSource } from '../../contract/index.ts'
import type { LooserForm, Loosening } from './looser-form.ts'

/** Bounds move outward; a value that was named may be any value that is there at all. */
const LOOSER: Readonly<Record<string, (value: unknown) => Replacement | undefined>> = {
  gt: (value) => lower('gt', value),
  gte: (value) => lower('gte', value),
  lt: (value) => higher('lt', value),
  lte: (value) => higher('lte', value),
  between: (value) => wider(value),
  equals: () => PRESENT,
  not_equals: () => PRESENT,
  in: () => PRESENT,
  contains: () => PRESENT,
  not_contains: () => PRESENT,
  matches: () => PRESENT,
}

interface Replacement {
  readonly operator: string
  readonly options: unknown
}

const PRESENT: Replacement = { operator: 'exists', options: true }

export const looserConstraints: Loosening = (clause): readonly LooserForm[] => {
  // an output check may have the name of a predicate
  if (clause.section === 'invariants.process' || clause.section === 'invariants.output') return []
  const found = Object.hasOwn(LOOSER, clause.operator) ? LOOSER[clause.operator]!(clause.options) : undefined
  return found === undefined ? [] : [{ looser: { ...clause, ...found }, change: changed(clause, found) }]
}

function changed(clause: ClauseSource, { operator, options }: Replacement): string {
  return `with \`${operator}: ${JSON.stringify(options)}\` instead of \`${clause.operator}: ${JSON.stringify(clause.options)}\``
}

function lower(operator: string, value: unknown): Replacement | undefined {
  return typeof value === 'number' ? { operator, options: value - distance(value) } : undefined
}

function higher(operator: string, value: unknown): Replacement | undefined {
  return typeof value === 'number' ? { operator, options: value + distance(value) } : undefined
}

function wider(value: unknown): Replacement | undefined {
  if (!Array.isArray(value)) return undefined
  const [from, to] = value as readonly number[]
  const half = to === from ? distance(from!) : (to! - from!) / 2
  return { operator: 'between', options: [from! - half, to! + half] }
}

/** As far again from zero as the bound is. */
function distance(value: number): number {
  return value === 0 ? 1 : Math.abs(value)
}

import type { ClauseSource } from '../../contract/index.ts'
import { canonicalJson } from '../../kit/canonical-json.ts'
import { meaningOf, momentOf } from '../strictness/strictness.ts'

export interface ClausePair {
  readonly old: ClauseSource
  readonly new: ClauseSource
}

export interface Matching {
  readonly pairs: readonly ClausePair[]
  readonly removed: readonly ClauseSource[]
  readonly added: readonly ClauseSource[]
}

/** Two clauses with the same key are the same promise; without a key a clause waits for the next way to tell. */
type Key = (clause: ClauseSource) => string | undefined

/** By the name the author gave, else by what they say, else by what they are about, in the order of the files. */
const KEYS: readonly Key[] = [
  (clause) => (isNamed(clause) ? canonicalJson([clause.id, momentOf(clause), kindOf(clause)]) : undefined),
  meaningOf,
  (clause) => canonicalJson([momentOf(clause), kindOf(clause), subjectOf(clause), scopeOf(clause)]),
  (clause) => canonicalJson([momentOf(clause), kindOf(clause), subjectOf(clause)]),
]

export function matchClauses(old: readonly ClauseSource[], next: readonly ClauseSource[]): Matching {
  const pairs: ClausePair[] = []
  let [removed, added] = [old, next]
  for (const keyOf of KEYS) {
    const waiting = [...added]
    removed = removed.filter((clause) => {
      const key = keyOf(clause)
      const at = key === undefined ? -1 : waiting.findIndex((other) => keyOf(other) === key)
      if (at < 0) return true
      pairs.push({ old: clause, new: waiting.splice(at, 1)[0]! })
      return false
    })
    added = waiting
  }
  return {
    pairs: pairs.toSorted((left, right) => next.indexOf(left.new) - next.indexOf(right.new)),
    removed,
    added,
  }
}

/** The loader calls a clause without a name after its operator. */
export function isNamed({ id, operator }: ClauseSource): boolean {
  return id !== operator && !/^-\d+$/u.test(id.startsWith(operator) ? id.slice(operator.length) : '')
}

/** Predicates are of one kind, because `lt` may become `lte`. */
function kindOf({ section, operator }: ClauseSource): string {
  return section === 'invariants.process' || section === 'invariants.output' ? operator : 'constraint'
}

function subjectOf({ section, field, options }: ClauseSource): unknown {
  if (section !== 'invariants.process' && section !== 'invariants.output') return field
  const { field: stated, before, after } = options as Readonly<Record<string, unknown>>
  return { stated, before, after }
}

function scopeOf({ section, options }: ClauseSource): unknown {
  return section === 'invariants.process' ? (options as { readonly scope?: unknown }).scope : undefined
}

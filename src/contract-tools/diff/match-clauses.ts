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
  const matched = new Map<ClauseSource, ClauseSource>()
  let removed = old
  for (const keyOf of KEYS) {
    const waiting = new Map<string, ClauseSource[]>()
    for (const clause of next) {
      const key = matched.has(clause) ? undefined : keyOf(clause)
      if (key !== undefined) waiting.set(key, [...(waiting.get(key) ?? []), clause])
    }
    removed = removed.filter((clause) => {
      const partner = waiting.get(keyOf(clause) ?? '')?.shift()
      if (partner !== undefined) matched.set(partner, clause)
      return partner === undefined
    })
  }
  return {
    pairs: next.flatMap((clause) => {
      const partner = matched.get(clause)
      return partner === undefined ? [] : [{ old: partner, new: clause }]
    }),
    removed,
    added: next.filter((clause) => !matched.has(clause)),
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

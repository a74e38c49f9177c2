import type { ClauseSource, Contract } from '../../contract/index.ts'
import type { SourceText } from '../../kit/source/index.ts'
import { placesIn, type Places, type Spot } from '../places.ts'
import { canStandIn } from '../strictness/strictness.ts'
import { compareClauses, writtenForm, type Part } from './compare-clauses.ts'
import { compareSettings } from './compare-settings.ts'
import { combined, type Effect } from './effect.ts'
import { matchClauses } from './match-clauses.ts'

/** One key that changed, with both values. */
export interface ChangedPart {
  readonly name: string
  readonly effect: Effect
  readonly old: unknown
  readonly new: unknown
}

export interface Change {
  /** What happened to the clause or the setting. */
  readonly direction: 'stricter' | 'looser' | 'changed' | 'added' | 'removed'
  /** What that does to the contract as a whole. */
  readonly effect: Effect
  /** The clause's id, or where the setting is written. */
  readonly name: string
  /** Absent for settings. */
  readonly operator?: string
  /** What a constraint is about. */
  readonly field?: string
  /** The keys that are not what they were; all that was added or removed as one. */
  readonly parts: readonly ChangedPart[]
  readonly old?: Spot
  readonly new?: Spot
  /** The clause that makes up for what was removed, or already did what was added. */
  readonly coveredBy?: string
}

export interface ContractDiff {
  readonly verdict: 'same' | 'stricter' | 'looser' | 'both'
  readonly changes: readonly Change[]
}

/** A contract together with the texts it was read from. */
export interface Side {
  readonly contract: Contract
  readonly sources: readonly SourceText[]
}

/**
 * Is the new contract stricter or looser, and where? "Stricter" and "same" are claims about every history: whatever the
 * old contract decided about an event, the new one decides that or something stricter. What cannot be proved is `both`.
 */
export function diffContracts(old: Side, next: Side): ContractDiff {
  const places = { old: placesIn(old.sources), new: placesIn(next.sources) }
  const changes = [
    ...clauseChanges(old.contract, next.contract, places),
    ...settingChanges(old, next, places),
  ]
  const effect = combined(changes.map((change) => change.effect))
  return { verdict: effect === 'none' ? 'same' : effect, changes }
}

interface BothPlaces {
  readonly old: Places
  readonly new: Places
}

function clauseChanges(old: Contract, next: Contract, places: BothPlaces): readonly Change[] {
  const { pairs, removed, added } = matchClauses(old.clauses, next.clauses)
  const consequences = [old.recovery, next.recovery]
  const coverOf = (clause: ClauseSource, by: readonly ClauseSource[]): string | undefined =>
    by.find((other) => consequences.every((each) => canStandIn(other, clause, each)))?.id
  const changed = pairs.flatMap((pair): Change[] => {
    const { effect, parts } = compareClauses(pair, consequences)
    if (parts.length === 0) return []
    const only = parts.length === 1 ? parts[0]!.at : []
    return [
      {
        direction: effect === 'stricter' || effect === 'looser' ? effect : 'changed',
        effect,
        name: pair.new.id,
        operator: pair.new.operator,
        ...(pair.new.field === undefined ? {} : { field: pair.new.field }),
        parts: parts.map(shownPart),
        old: places.old.ofClause(pair.old, only),
        new: places.new.ofClause(pair.new, only),
      },
    ]
  })
  return [
    ...removed.map((clause): Change => ({
      ...whole(clause, 'removed', coverOf(clause, next.clauses)),
      old: places.old.ofClause(clause, []),
    })),
    ...changed,
    ...added.map((clause): Change => ({
      ...whole(clause, 'added', coverOf(clause, old.clauses)),
      new: places.new.ofClause(clause, []),
    })),
  ]
}

function whole(
  clause: ClauseSource,
  direction: 'added' | 'removed',
  coveredBy: string | undefined,
): Omit<Change, 'old' | 'new'> {
  const { id, operator, field } = clause
  const effect = coveredBy !== undefined ? 'none' : direction === 'added' ? 'stricter' : 'looser'
  const { name, value } = writtenForm(clause)
  const values = direction === 'added' ? { old: undefined, new: value } : { old: value, new: undefined }
  return {
    direction,
    effect,
    name: id,
    operator,
    ...(field === undefined ? {} : { field }),
    parts: [{ name, effect, ...values }],
    ...(coveredBy === undefined ? {} : { coveredBy }),
  }
}

function settingChanges(old: Side, next: Side, places: BothPlaces): readonly Change[] {
  return compareSettings(old.contract, next.contract).map((part) => {
    const [before, after] = [places.old.ofSetting(part.at), places.new.ofSetting(part.at)]
    return {
      direction: part.effect === 'stricter' || part.effect === 'looser' ? part.effect : 'changed',
      effect: part.effect,
      name: part.name,
      parts: [shownPart(part)],
      ...(before === undefined ? {} : { old: before }),
      ...(after === undefined ? {} : { new: after }),
    }
  })
}

function shownPart({ name, effect, old, new: next }: Part): ChangedPart {
  return { name, effect, old, new: next }
}

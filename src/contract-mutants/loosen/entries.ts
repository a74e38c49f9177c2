import type { ClauseSource } from '../../contract/index.ts'
import { optionsOf, withOption, type LooserForm, type Loosening } from './looser-form.ts'

/** Lists of what is forbidden or looked for: each entry is a promise of its own. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  tool_blocklist: ['tools'],
  pii_filter: ['patterns', 'custom_patterns', 'scan'],
  excludes_pattern: ['patterns'],
  excludes_pii: ['patterns', 'custom_patterns'],
  all_of: ['checks'],
  tool_sequence: ['tools'],
}

/** One entry fewer, for every entry; a list of one would be the clause deleted. */
export const fewerEntries: Loosening = (clause) =>
  clause.operator === 'not_in' && Array.isArray(clause.options)
    ? dropped(clause.options).map(([rest, change]) => ({ looser: { ...clause, options: rest }, change }))
    : (Object.hasOwn(LISTS, clause.operator) ? LISTS[clause.operator]! : []).flatMap((field) =>
        shorter(clause, field),
      )

function shorter(clause: ClauseSource, field: string): readonly LooserForm[] {
  const list = optionsOf(clause)[field]
  return Array.isArray(list)
    ? dropped(list).map(([rest, change]) => ({ looser: withOption(clause, field, rest), change }))
    : []
}

function dropped(list: readonly unknown[]): readonly (readonly [readonly unknown[], string])[] {
  return list.length < 2
    ? []
    : list.map((entry, index) => [list.toSpliced(index, 1), `without \`${named(entry)}\``] as const)
}

function named(entry: unknown): string {
  if (typeof entry === 'string') return entry
  const { name, type } = (entry ?? {}) as { name?: string; type?: string }
  return name ?? type ?? JSON.stringify(entry)
}

import type { ClauseSource, Contract } from '../../../contract/index.ts'
import { globCovers } from '../../globs.ts'
import { entryCovers } from '../../strictness/blocklist-entries.ts'
import { operatorClauses } from '../clauses-of.ts'
import { defineRule, type Complaint } from '../define-rule.ts'

type Covers = (wide: string, narrow: string) => boolean

/** Lists in which one entry may say all that another does. */
const LISTS: readonly (readonly [operator: string, field: string, covers: Covers])[] = [
  ['tool_blocklist', 'tools', entryCovers],
  ['tool_allowlist', 'tools', globCovers],
  [
    'repetition_guard',
    'ignore_tools',
    (wide, narrow) => globCovers(wide.toLowerCase(), narrow.toLowerCase()),
  ],
]

export const redundantEntry = defineRule({
  code: 'redundant-entry',
  level: 'warning',
  summary: 'An entry of a list that another entry of it already covers.',
  check: ({ contract }) =>
    LISTS.flatMap(([operator, field, covers]) => redundantIn(contract, operator, field, covers)),
})

function redundantIn(
  contract: Contract,
  operator: string,
  field: string,
  covers: Covers,
): readonly Complaint[] {
  return operatorClauses<Readonly<Record<string, readonly string[]>>>(contract, operator).flatMap((clause) =>
    clause.options[field]!.flatMap((entry, index, entries) => {
      const other = entries.findIndex(
        (wide, at) => at !== index && covers(wide, entry) && (at < index || !covers(entry, wide)),
      )
      return other < 0 ? [] : [complaint(clause, [field, index], entry, entries[other]!)]
    }),
  )
}

function complaint(clause: ClauseSource, at: Complaint['at'], entry: string, other: string): Complaint {
  return {
    clause,
    ...(at === undefined ? {} : { at }),
    message:
      entry.trim() === other.trim()
        ? `\`${entry}\` stands twice in the list`
        : `\`${other}\` already covers \`${entry}\``,
    hint: 'remove it',
  }
}

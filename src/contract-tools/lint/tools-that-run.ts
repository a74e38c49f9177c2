import type { ClauseSource, Contract } from '../../contract/index.ts'
import { conditionCovers } from '../conditions.ts'
import { globCovers, globsMeet } from '../globs.ts'
import { namesTools } from '../strictness/blocklist-entries.ts'
import type { AllowlistOptions, BlocklistOptions } from '../strictness/tool-lists.ts'
import { toolNames } from '../tool-patterns.ts'
import { operatorClauses } from './clauses-of.ts'

export interface Refusal {
  readonly by: ClauseSource
  /** What the clause has against the tool, for a message. */
  readonly why: string
}

/** Why no tool of this pattern ever runs while `clause` is judged, or nothing when one may. */
export function refusalOf(contract: Contract, clause: ClauseSource, pattern: string): Refusal | undefined {
  const names = toolNames(pattern)
  if (names.kind === 'regex') return undefined
  const refusals = names.globs.map(
    (glob) => blocks(contract, clause, glob) ?? leavesOut(contract, clause, glob),
  )
  return refusals.some((refusal) => refusal === undefined) ? undefined : refusals[0]
}

function blocks(contract: Contract, clause: ClauseSource, glob: string): Refusal | undefined {
  for (const by of operatorClauses<BlocklistOptions>(contract, 'tool_blocklist')) {
    if (!conditionCovers(by.when, clause.when)) continue
    const entry = by.options.tools.find(
      (wide) => namesTools(wide) && globCovers(wide.trim().toLowerCase(), glob),
    )
    if (entry !== undefined) return { by, why: `blocks it with \`${entry}\`` }
  }
  return undefined
}

function leavesOut(contract: Contract, clause: ClauseSource, glob: string): Refusal | undefined {
  const by = operatorClauses<AllowlistOptions>(contract, 'tool_allowlist').find(
    ({ options, when }) =>
      options.scope === 'session' &&
      conditionCovers(when, clause.when) &&
      // the pattern matches in any case, so any spelling that the list allows will do
      !options.tools.some((allowed) => globsMeet(allowed.toLowerCase(), glob)),
  )
  return by && { by, why: 'does not list it' }
}

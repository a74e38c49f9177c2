import type { Contract } from '../../../contract/index.ts'
import { conditionCovers, conditionsMeet } from '../../conditions.ts'
import { globCovers, globsMeet } from '../../globs.ts'
import { namesTools } from '../../strictness/blocklist-entries.ts'
import type { AllowlistOptions, BlocklistOptions } from '../../strictness/tool-lists.ts'
import { operatorClauses, type TypedClause } from '../clauses-of.ts'
import { defineRule, named, pairsOf, type Complaint } from '../define-rule.ts'

type Allowlist = TypedClause<AllowlistOptions>

export const nothingAllowed = defineRule({
  code: 'nothing-allowed',
  level: 'error',
  summary: 'Allowlists and blocklists together leave no tool that may run.',
  check: ({ contract }) => {
    const lists = operatorClauses<AllowlistOptions>(contract, 'tool_allowlist')
    return [...lists.flatMap((list) => allBlocked(contract, list)), ...nothingShared(lists)]
  },
})

function allBlocked(contract: Contract, list: Allowlist): readonly Complaint[] {
  const blocked = operatorClauses<BlocklistOptions>(contract, 'tool_blocklist')
    .filter(({ when }) => conditionCovers(when, list.when))
    .flatMap(({ options }) => options.tools.filter(namesTools))
  const isBlocked = (tool: string): boolean =>
    blocked.some((wide) => globCovers(wide.trim().toLowerCase(), tool.toLowerCase()))
  if (!list.options.tools.every(isBlocked)) return []
  return [
    {
      clause: list,
      at: ['tools'],
      message: 'every tool this list allows is blocked, so no tool can ever run',
      hint: 'take the tools you need off the blocklist',
    },
  ]
}

function nothingShared(lists: readonly Allowlist[]): readonly Complaint[] {
  return pairsOf(lists)
    .filter(([earlier, later]) => applyTogether(earlier, later) && !shareTool(earlier, later))
    .map(([earlier, later]) => ({
      clause: later,
      at: ['tools'],
      message: `no tool is on both this list and ${named(earlier, later)}, and only what is on both may run`,
      hint: 'put the tools into one list, or give each list a `scope` of its own',
    }))
}

function applyTogether(left: Allowlist, right: Allowlist): boolean {
  const scopes = [left.options.scope, right.options.scope]
  return (scopes.includes('session') || scopes[0] === scopes[1]) && conditionsMeet(left.when, right.when)
}

function shareTool(left: Allowlist, right: Allowlist): boolean {
  return left.options.tools.some((tool) => right.options.tools.some((other) => globsMeet(tool, other)))
}

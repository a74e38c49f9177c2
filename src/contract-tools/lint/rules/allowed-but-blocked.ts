import type { AllowlistOptions, BlocklistOptions } from '../../strictness/tool-lists.ts'
import { conditionCovers } from '../../conditions.ts'
import { globCovers } from '../../globs.ts'
import { namesTools } from '../../strictness/blocklist-entries.ts'
import { operatorClauses } from '../clauses-of.ts'
import { defineRule, named } from '../define-rule.ts'

export const allowedButBlocked = defineRule({
  code: 'allowed-but-blocked',
  level: 'warning',
  summary: 'A tool on the allowlist that a blocklist never lets run.',
  check({ contract }) {
    const blocklists = operatorClauses<BlocklistOptions>(contract, 'tool_blocklist')
    return operatorClauses<AllowlistOptions>(contract, 'tool_allowlist').flatMap((clause) => {
      const findings = clause.options.tools.flatMap((tool, index) => {
        const by = blocklists.find(
          ({ options, when }) =>
            conditionCovers(when, clause.when) &&
            options.tools.some(
              (wide) => namesTools(wide) && globCovers(wide.trim().toLowerCase(), tool.toLowerCase()),
            ),
        )
        return by === undefined
          ? []
          : [
              {
                clause,
                at: ['tools', index],
                message: `${named(by, clause)} blocks \`${tool}\`, so it never runs`,
                hint: 'keep it on one of the two lists',
              },
            ]
      })
      // a list that is blocked as a whole is `nothing-allowed`
      return findings.length === clause.options.tools.length ? [] : findings
    })
  },
})

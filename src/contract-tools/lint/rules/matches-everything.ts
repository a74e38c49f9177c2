import { defineRule } from '../define-rule.ts'
import { patternsOf } from '../patterns-of.ts'
import { matchesEverything } from '../regex-reach.ts'

const CONSEQUENCE = {
  wanted: 'so the clause never objects',
  sought: 'so everything counts as found',
} as const

export const matchesEverythingPattern = defineRule({
  code: 'matches-everything',
  level: 'warning',
  summary: 'A pattern that is found in every text.',
  check: ({ contract }) =>
    patternsOf(contract).flatMap(({ clause, at, source, role, compile }) =>
      role === 'forbidden' || role === 'tool' || !matchesEverything(compile())
        ? []
        : [
            {
              clause,
              at,
              message: `\`${source}\` is found in every text, ${CONSEQUENCE[role]}`,
              hint: 'write what must really be there; `.+` wants at least one character',
            },
          ],
    ),
})

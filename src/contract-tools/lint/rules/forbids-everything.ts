import { defineRule } from '../define-rule.ts'
import { patternsOf } from '../patterns-of.ts'
import { matchesEverything } from '../regex-reach.ts'

export const forbidsEverything = defineRule({
  code: 'forbids-everything',
  level: 'error',
  summary: 'A pattern that must not be found and is found in every text.',
  check: ({ contract }) =>
    patternsOf(contract).flatMap(({ clause, at, source, role, compile }) =>
      role !== 'forbidden' || !matchesEverything(compile())
        ? []
        : [
            {
              clause,
              at,
              message: `\`${source}\` is found in every text, so no answer can pass`,
              hint: 'write what must really not be there',
            },
          ],
    ),
})

import { defineRule } from '../define-rule.ts'
import { patternsOf } from '../patterns-of.ts'
import { impossibleAnchor } from '../regex-reach.ts'

export const matchesNothing = defineRule({
  code: 'matches-nothing',
  level: 'warning',
  summary: 'A pattern that wants something after the end or before the beginning of the text.',
  check: ({ contract }) =>
    patternsOf(contract).flatMap(({ clause, at, source }) => {
      const anchor = impossibleAnchor(source)
      return anchor === undefined
        ? []
        : [
            {
              clause,
              at,
              message:
                anchor === '$'
                  ? `in \`${source}\` something must follow \`$\`, the end of the text, so it is never found`
                  : `in \`${source}\` something must stand before \`^\`, the beginning of the text, so it is never found`,
              hint: anchor === '$' ? 'for a dollar sign write `\\$`' : 'for the sign itself write `\\^`',
            },
          ]
    }),
})

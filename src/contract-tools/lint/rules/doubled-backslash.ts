import { defineRule } from '../define-rule.ts'
import { patternsOf } from '../patterns-of.ts'
import { asMeant } from '../../../contract/checks/doubled-backslash.ts'

export const doubledBackslash = defineRule({
  code: 'doubled-backslash',
  level: 'warning',
  summary: 'A pattern whose doubled backslashes ask for a real backslash in the text.',
  check: ({ contract }) =>
    patternsOf(contract).flatMap(({ clause, at, source }) => {
      const meant = probablyMeant(source)
      return meant === undefined
        ? []
        : [
            {
              clause,
              at,
              message: `\`${source}\` asks for a real backslash in the text; \`${meant}\` was probably meant`,
              hint: 'inside single quotes and without quotes YAML keeps both backslashes; write one',
            },
          ]
    }),
})

/** Where the loader sees the slip in an output check it already reads the pattern as meant, and says so. */
function probablyMeant(source: string): string | undefined {
  const meant = asMeant(source)
  if (meant !== source) return meant
  const isWord = /^(?:\(\?[a-z]+\))?\\\\b.*\\\\b$/su.test(source) && !/(?<!\\)(?:\\\\)*\\(?!\\)/u.test(source)
  return isWord ? source.replaceAll('\\\\', '\\') : undefined
}

import { defaulted, list, oneOf } from '../../kit/shape/index.ts'
import { createPiiScanner, PII_GROUPS } from '../../pii/index.ts'
import { CUSTOM_PATTERNS } from '../custom-pattern-shape.ts'
import { defineCheck } from '../define-check.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'

const MAX_SHOWN = 240
const MARGIN = 60

/** `redacted` in the finding's parameters is the piece of the answer that may be shown: the values are not in it. */
export const excludesPii = defineCheck({
  name: 'excludes_pii',
  summary: 'The answer holds no personal data and no secrets.',
  fields: {
    patterns: defaulted(
      list(oneOf(...PII_GROUPS)),
      PII_GROUPS,
      'Which groups to look for; all six by default.',
    ),
    custom_patterns: defaulted(CUSTOM_PATTERNS, [], 'Patterns of your own.'),
  },
  inspect: ({ patterns, custom_patterns: custom }) =>
    patterns.length === 0 && custom.length === 0
      ? [
          {
            field: 'patterns',
            code: 'empty-list',
            complaint: 'is empty and there are no custom_patterns, so nothing would be found',
          },
        ]
      : [],
  wording: {
    'personal-data': {
      says: ({ counts }) => `the answer holds ${counted(counts)}`,
      passes: () => 'the same answer without it',
    },
    negated: { says: ({ groups }) => `the answer holds none of ${inWords(groups)}` },
  },
  compile({ patterns, custom_patterns: custom }, { isPhoneNumber }) {
    const scanner = createPiiScanner({
      groups: patterns,
      custom,
      ...(isPhoneNumber === undefined ? {} : { isPhoneNumber }),
    })
    const groups = [...patterns, ...custom.map(({ name }) => name)].join(', ')
    return ({ output }) => {
      const { text: redacted, matches } = scanner.redact(output)
      if (matches.length === 0) return held({ groups })
      const counts: Record<string, number> = {}
      for (const { group } of matches) counts[group] = (counts[group] ?? 0) + 1
      const spans = matches.map(({ start, end }) => ({ start, end }))
      return broken('personal-data', { counts, redacted: excerpt(redacted, matches[0]!.start) }, spans)
    }
  },
})

/** The text before the first value is unchanged, so its place is the same in the redacted text. */
function excerpt(redacted: string, at: number): string {
  const from = Math.max(0, at - MARGIN)
  const to = Math.min(redacted.length, from + MAX_SHOWN)
  return `${from > 0 ? '…' : ''}${redacted.slice(from, to)}${to < redacted.length ? '…' : ''}`
}

function counted(counts: unknown): string {
  if (typeof counts !== 'object' || counts === null) return 'personal data'
  return Object.entries(counts)
    .map(([group, count]) => `${group} (${String(count)})`)
    .join(', ')
}

import type { Finding, JsonValue } from '../model/index.ts'
import type { Wording } from './define-operator.ts'
import { CONSTRAINT_WORDING } from './state-constraint.ts'
import { builtInVocabulary, type Vocabulary } from './vocabulary.ts'
import { inWords } from './in-words.ts'

/** Codes that any clause may give. */
const COMMON_WORDING: Readonly<Record<string, Wording>> = {
  ...CONSTRAINT_WORDING,
  'clause-failed': {
    says: ({ reason }) => `the clause itself failed (${inWords(reason)}), which counts as a breach of it`,
    passes: () => 'nothing, until the clause is repaired; please report it with the event',
  },
  'not-judged': { says: ({ why }) => `this could not be judged: ${inWords(why)}` },
  paused: {
    says: ({ strategy }) => `the session is paused by \`${inWords(strategy)}\` until a person releases it`,
    passes: () => 'a `mark` event `holdfast:release` from the operator',
  },
  'session-ended': {
    says: ({ strategy }) => `\`${inWords(strategy)}\` has ended the session`,
    passes: () => 'a new session',
  },
  'autonomy-reduced': {
    says: ({ tool, strategy }) =>
      `\`${inWords(strategy)}\` has taken the tool \`${inWords(tool)}\` away until the agent recovers`,
    passes: ({ tools }) =>
      (tools as readonly string[]).length === 0
        ? 'an answer without tools'
        : `one of: ${(tools as readonly string[]).join(', ')}`,
  },
}

/** The sentence for a finding. */
export function messageOf(finding: Finding, vocabulary: Vocabulary = builtInVocabulary()): string {
  const wording = wordingOf(finding, vocabulary)
  return (
    wording?.says(finding.params) ?? textIn(finding.params['says']) ?? `${finding.operator}: ${finding.code}`
  )
}

/** What would have passed, when the clause can say. */
export function remedyOf(finding: Finding, vocabulary: Vocabulary = builtInVocabulary()): string | undefined {
  const wording = wordingOf(finding, vocabulary)
  return wording === undefined ? textIn(finding.params['passes']) : wording.passes?.(finding.params)
}

/** The finding of a plugin's word says it itself. */
function textIn(param: JsonValue | undefined): string | undefined {
  return typeof param === 'string' ? param : undefined
}

function wordingOf({ operator, code }: Finding, { operators, checks }: Vocabulary): Wording | undefined {
  const own = operators.get(operator)?.wording ?? checks.get(operator)?.wording
  if (own !== undefined && Object.hasOwn(own, code)) return own[code]
  return Object.hasOwn(COMMON_WORDING, code) ? COMMON_WORDING[code] : undefined
}

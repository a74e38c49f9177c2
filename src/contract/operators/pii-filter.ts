import type { AgentEvent, EventKind, Evidence, JsonValue, Redaction } from '../../model/index.ts'
import { defaulted, list, oneOf, optional } from '../../kit/shape/index.ts'
import { createPiiScanner, PII_GROUPS, redactionMarker, type PiiScanner } from '../../pii/index.ts'
import type { Facts } from '../facts.ts'
import type { Program } from '../clause.ts'
import { CUSTOM_PATTERNS } from '../custom-pattern-shape.ts'
import { cleanCheckFor, holdsAny, textTestOf } from '../clean-value.ts'
import { defineOperator } from '../define-operator.ts'
import { evidenceOf } from '../evidence.ts'
import { eachText, pathText } from '../text-places.ts'
import { inWords } from '../in-words.ts'

const ACTIONS = ['log', 'warn', 'redact', 'block'] as const
const VERDICT = { log: 'allow', warn: 'warn', redact: 'rewrite', block: 'deny' } as const

/** Whether a hit is kept from going out; then a value that could not be read is kept as well. */
const HIDES = { log: false, warn: false, redact: true, block: true } as const

/** Which part of which event a word of `scan` stands for. */
const SCANNED = {
  output: ['model-response', 'turn-end'],
  tool_args: ['tool-call'],
  tool_results: ['tool-result'],
  input: ['turn-start'],
} as const

export const piiFilter = defineOperator({
  name: 'pii_filter',
  summary: 'Personal data and secrets are found, and logged, redacted or blocked.',
  fields: {
    patterns: defaulted(
      list(oneOf(...PII_GROUPS)),
      ['email', 'phone'],
      'Which of the six groups to look for.',
    ),
    action: defaulted(oneOf(...ACTIONS), 'log', 'What a hit does.'),
    streaming_action: optional(
      oneOf(...ACTIONS),
      'What a hit does in a reply that is streamed; the same as `action` when absent.',
    ),
    custom_patterns: defaulted(CUSTOM_PATTERNS, [], 'Patterns of your own.'),
    scan: defaulted(
      list(oneOf('output', 'tool_args', 'tool_results', 'input'), { nonEmpty: true }),
      ['output', 'tool_args'],
      'Where to look.',
    ),
  },
  listensTo: ({ scan }) => scan.flatMap((where) => SCANNED[where]),
  level: ({ action }) => (action === 'block' ? 'hard' : 'soft'),
  inspect: ({ patterns, custom_patterns }) =>
    patterns.length === 0 && custom_patterns.length === 0
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
      says: ({ groups, where }) => `${(groups as readonly string[]).join(', ')} in ${inWords(where)}`,
      passes: () => 'the same text without it',
    },
  },
  compile(options, { isPhoneNumber }): Program<null> {
    const scanner = createPiiScanner({
      groups: options.patterns,
      custom: options.custom_patterns,
      ...(isPhoneNumber === undefined ? {} : { isPhoneNumber }),
    })
    const isClean = cleanCheckFor(isPhoneNumber)
    const test = textTestOf(scanner)
    const hasCustom = options.custom_patterns.length > 0
    const hasHit = (value: JsonValue, event: AgentEvent) =>
      (hasCustom || !isClean(value, event)) && holdsAny(test, value)
    return {
      initial: null,
      failsClosed: HIDES[options.action] || HIDES[options.streaming_action ?? options.action],
      step(state, event, facts) {
        const value = valueOf(event, facts)
        if (value === undefined || !hasHit(value, event)) return undefined
        const isStreamed = event.kind === 'model-response' && event.streamed === true
        const action = isStreamed ? (options.streaming_action ?? options.action) : options.action
        const where = WHERE[event.kind] ?? event.kind
        const { groups, evidence, redactions } = describe(scanner, value, where)
        return {
          state,
          objections: [
            {
              code: 'personal-data',
              verdict: VERDICT[action],
              params: { groups: [...groups], where },
              evidence,
              ...(action === 'redact' ? { rewrite: { kind: 'redact', redactions } as const } : {}),
            },
          ],
        }
      },
    }
  },
})

/** What of an event is looked at, or nothing. */
function valueOf(event: AgentEvent, facts: Facts): JsonValue | undefined {
  switch (event.kind) {
    case 'tool-call':
      return event.args
    case 'model-response':
      return event.text
    case 'tool-result':
      return event.content
    case 'turn-start':
      return event.input
    case 'turn-end':
      // the answer was scanned when the model gave it; only a surface that saw no reply has news here
      return facts.repliedInTurn ? undefined : event.output
    default:
      return undefined
  }
}

const WHERE: Readonly<Partial<Record<EventKind, string>>> = {
  'tool-call': 'args',
  'model-response': 'text',
  'tool-result': 'content',
  'turn-start': 'input',
  'turn-end': 'output',
}

/** Evidence about secrets is shown redacted. A key cannot be redacted without breaking the call, so it is only named. */
function describe(
  scanner: PiiScanner,
  value: JsonValue,
  where: string,
): { groups: ReadonlySet<string>; evidence: Evidence; redactions: readonly Redaction[] } {
  const groups = new Set<string>()
  const redactions: Redaction[] = []
  let evidence: Evidence | undefined
  eachText(value, [], (part, at, isKey) => {
    const { text: hidden, matches } = scanner.redact(part)
    if (matches.length === 0) return
    evidence ??= evidenceOf(pathText(where, isKey ? at.slice(0, -1) : at), hidden)
    for (const { group, start, end } of matches) {
      groups.add(group)
      if (!isKey) redactions.push({ at, start, end, marker: redactionMarker(group) })
    }
  })
  return { groups, evidence: evidence ?? { in: where, text: '' }, redactions }
}

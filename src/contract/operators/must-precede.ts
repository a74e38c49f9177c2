import { defaulted, oneOf, required, text } from '../../kit/shape/index.ts'
import type { Objection, Program } from '../clause.ts'
import { defineOperator } from '../define-operator.ts'
import { evidenceOf } from '../evidence.ts'
import { findMarker } from '../marker.ts'
import { inWords } from '../in-words.ts'

const THETA_PENALTY = 0.01

interface Seen {
  readonly before: boolean
}

const UNSEEN: Seen = { before: false }
const SEEN: Seen = { before: true }

export const mustPrecede = defineOperator({
  name: 'must_precede',
  summary: 'One marker must occur before another.',
  fields: {
    before: required(
      text({ nonEmpty: true }),
      'The marker that must come first: a mark, a tool, or a heading, tag, `[marker]` or `marker:` in the text.',
    ),
    after: required(text({ nonEmpty: true }), 'The marker that must wait for it.'),
    scope: defaulted(oneOf('turn', 'session'), 'turn', 'How far back `before` counts.'),
    match: defaulted(oneOf('marked', 'word'), 'marked', '`word` takes plain words in the text too.'),
  },
  listensTo: ['turn-start', 'model-response', 'tool-call', 'mark'],
  level: 'soft',
  inspect: ({ before, after }) =>
    before === after
      ? [
          {
            level: 'warning',
            field: 'after',
            code: 'never-fires',
            complaint: 'is the same marker as `before`, which always comes before itself',
            hint: 'name the marker that must wait',
          },
        ]
      : [],
  wording: {
    'came-too-early': {
      says: ({ before, after, scope }) =>
        `\`${inWords(after)}\` came before any \`${inWords(before)}\` in this ${inWords(scope)}`,
      passes: ({ before, after }) => `\`${inWords(before)}\` first, then \`${inWords(after)}\``,
    },
  },
  compile({ before, after, scope, match }): Program<Seen> {
    const objection = (where: string, shown: string, at = 0): Objection => ({
      code: 'came-too-early',
      verdict: 'warn',
      params: { before, after, scope },
      thetaPenalty: THETA_PENALTY,
      evidence: evidenceOf(where, shown, [{ start: at, end: at + after.length }]),
    })
    const named = (name: string, where: string, seen: Seen) => {
      if (name === before) return seen.before ? undefined : { state: SEEN, ifRefused: seen }
      return name === after && !seen.before
        ? { state: seen, objections: [objection(where, name)] }
        : undefined
    }
    return {
      initial: UNSEEN,
      step(seen, event) {
        switch (event.kind) {
          case 'turn-start':
            return scope === 'turn' && seen.before ? { state: UNSEEN } : undefined
          case 'tool-call':
            return named(event.tool, 'tool', seen)
          case 'mark':
            return named(event.marker, 'marker', seen)
          case 'model-response': {
            if (seen.before) return undefined
            const first = findMarker(event.text, before, match)
            const second = findMarker(event.text, after, match)
            const tooEarly = second >= 0 && (first < 0 || second < first)
            if (first < 0 && !tooEarly) return undefined
            const state = first >= 0 ? SEEN : seen
            return tooEarly ? { state, objections: [objection('text', event.text, second)] } : { state }
          }
          default:
            return undefined
        }
      },
    }
  },
})

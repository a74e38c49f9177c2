import type { EventOf } from '../../model/index.ts'
import { globListMatcher } from '../../kit/glob.ts'
import { hash53, hashJson, hashWords } from '../../kit/hash.ts'
import { defaulted, list, number, oneOf, text } from '../../kit/shape/index.ts'
import type { Objection, Program } from '../clause.ts'
import { byTool } from '../by-tool.ts'
import { defineOperator } from '../define-operator.ts'
import { evidenceOf } from '../evidence.ts'
import { inWords } from '../in-words.ts'

/** Hashes of the newest actions and statements, oldest first; texts themselves are not kept. */
interface Recent {
  readonly actions: readonly number[]
  readonly statements: readonly number[]
}

const VERDICT = { deny: 'deny', warn: 'warn', log: 'allow' } as const

export const repetitionGuard = defineOperator({
  name: 'repetition_guard',
  summary: 'The same action or statement may not come again and again.',
  fields: {
    window_size: defaulted(
      number({ whole: true, atLeast: 2, atMost: 50 }),
      5,
      'How many of the newest actions, and of the newest statements, are compared.',
    ),
    max_repeats: defaulted(
      number({ whole: true, atLeast: 2, atMost: 100 }),
      3,
      'How often the same one may stand among them.',
    ),
    action: defaulted(oneOf('deny', 'warn', 'log'), 'deny', 'What a breach does.'),
    ignore_tools: defaulted(
      list(text({ nonEmpty: true })),
      [],
      'Tools that may repeat; `*` and `?` are wildcards.',
    ),
  },
  listensTo: ['tool-call', 'model-response'],
  level: ({ action }) => (action === 'deny' ? 'hard' : 'soft'),
  inspect: ({ window_size, max_repeats }) =>
    max_repeats >= window_size
      ? [
          {
            level: 'warning',
            field: 'max_repeats',
            code: 'never-fires',
            complaint: `can never be exceeded within a window of ${window_size}`,
            hint: `use a value below window_size, or a larger window`,
          },
        ]
      : [],
  wording: {
    'action-repeated': {
      says: ({ tool, times, window, max }) =>
        `\`${inWords(tool)}\` with the same arguments ${inWords(times)} times in the last ${inWords(window)} actions, at most ${inWords(max)}`,
      passes: () => 'another tool or other arguments',
    },
    'statement-repeated': {
      says: ({ times, window, max }) =>
        `the same statement ${inWords(times)} times in the last ${inWords(window)}, at most ${inWords(max)}`,
      passes: () => 'saying something else',
    },
  },
  compile({ window_size: window, max_repeats: max, action, ignore_tools }): Program<Recent> {
    const isIgnored = byTool(globListMatcher(ignore_tools, { ignoreCase: true }))
    return {
      initial: { actions: [], statements: [] },
      step(recent, event) {
        if (event.kind === 'tool-call') {
          if (isIgnored(event.tool)) return undefined
          const key = actionKey(event)
          const actions = pushed(recent.actions, key, window)
          const times = count(actions, key)
          const state = { actions, statements: recent.statements }
          if (times <= max) return { state, ifRefused: recent }
          const objection: Objection = {
            code: 'action-repeated',
            verdict: VERDICT[action],
            params: { tool: event.tool, times, window, max },
            evidence: { in: 'tool', text: event.tool },
          }
          return { state, ifRefused: recent, objections: [objection] }
        }
        if (event.kind !== 'model-response') return undefined
        const key = hashWords(event.text)
        if (key === 0) return undefined
        const statements = pushed(recent.statements, key, window)
        const times = count(statements, key)
        const state = { actions: recent.actions, statements }
        if (times <= max) return { state, ifRefused: recent }
        const objection: Objection = {
          code: 'statement-repeated',
          verdict: VERDICT[action],
          params: { times, window, max },
          evidence: evidenceOf('text', event.text),
        }
        return { state, ifRefused: recent, objections: [objection] }
      },
    }
  },
})

// several clauses look at the same call one after the other; by the event and not by its arguments, because
// a client may change its arguments in place and call again
let lastCall: EventOf<'tool-call'> | undefined
let lastKey = 0

function actionKey(call: EventOf<'tool-call'>): number {
  if (call === lastCall) return lastKey
  lastKey = hashJson(call.args, hash53(call.tool))
  lastCall = call
  return lastKey
}

/** The newest keys, oldest first; a full window is shifted in a copy of its own size, which grows no list. */
function pushed(keys: readonly number[], key: number, window: number): readonly number[] {
  if (keys.length !== window) return [...keys.slice(Math.max(0, keys.length + 1 - window)), key]
  const result = keys.slice()
  const last = window - 1
  for (let at = 0; at < last; at += 1) result[at] = result[at + 1]!
  result[last] = key
  return result
}

function count(keys: readonly number[], key: number): number {
  let times = 0
  for (let index = 0; index < keys.length; index += 1) if (keys[index] === key) times += 1
  return times
}

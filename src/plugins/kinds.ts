import { ARRIVALS } from '../chaos/define-attack.ts'
import { PLANES } from '../chaos/chaos-run.ts'
import { SCHEDULE_FIELDS } from '../chaos/schedule/schedule-fields.ts'
import { COMMON_FIELDS } from '../contract/read/common-fields.ts'
import { EVENT_KINDS } from '../model/index.ts'
import type { PluginKind } from './plugin.ts'

/** What one part of a definition must be. */
export interface Part {
  /** Completes "it must be …". */
  readonly expected: string
  readonly holds: (value: unknown) => boolean
}

/** What every definition of a kind has, so that a wrong one is told when it is loaded and not when it is needed. */
export interface Kind {
  readonly noun: string
  /** The function that makes one. */
  readonly define: string
  readonly parts: Readonly<Record<string, Part>>
  /** Fields that every entry has already, whatever its definition. */
  readonly ownFields?: readonly string[]
}

const NAME: Part = {
  expected: 'a name such as `call_limit`: small letters, digits and `_`',
  holds: (value) => typeof value === 'string' && /^[a-z][a-z0-9_-]*$/u.test(value),
}
const SENTENCE: Part = {
  expected: 'a sentence',
  holds: (value) => typeof value === 'string' && value !== '',
}
const FUNCTION: Part = { expected: 'a function', holds: (value) => typeof value === 'function' }
const SHAPE: Part = {
  expected: 'a shape such as `number()` or `text()`',
  holds: (value) => isObject(value) && typeof value['read'] === 'function',
}
const FIELDS: Part = {
  expected: 'a mapping of names to `required(…)`, `optional(…)` or `defaulted(…)`',
  holds: (value) =>
    isObject(value) &&
    Object.values(value).every(
      (field) => isObject(field) && 'presence' in field && SHAPE.holds(field['shape']),
    ),
}
const WORDING: Part = {
  expected: 'a mapping of finding codes to `{says, passes}`',
  holds: (value) =>
    isObject(value) &&
    Object.values(value).every((words) => isObject(words) && typeof words['says'] === 'function'),
}

function oneOf(...words: readonly string[]): Part {
  return {
    expected: `one of ${words.join(', ')}`,
    holds: (value) => typeof value === 'string' && words.includes(value),
  }
}

function someOf(...words: readonly string[]): Part {
  const each = oneOf(...words)
  return {
    expected: `a list of ${words.join(', ')}`,
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every((word) => each.holds(word)),
  }
}

function orFunction({ expected, holds }: Part): Part {
  return {
    expected: `${expected}, or a function`,
    holds: (value) => FUNCTION.holds(value) || holds(value),
  }
}

const NAMED = { name: NAME, summary: SENTENCE }

export const KINDS: Readonly<Record<PluginKind, Kind>> = {
  operators: {
    noun: 'operator',
    define: 'defineOperator',
    parts: {
      ...NAMED,
      fields: FIELDS,
      listensTo: orFunction(someOf(...EVENT_KINDS)),
      level: orFunction(oneOf('hard', 'soft')),
      wording: WORDING,
      compile: FUNCTION,
    },
    ownFields: Object.keys(COMMON_FIELDS),
  },
  predicates: {
    noun: 'predicate',
    define: 'definePredicate',
    parts: { ...NAMED, phrase: SENTENCE, value: SHAPE, compile: FUNCTION },
  },
  checks: {
    noun: 'check',
    define: 'defineCheck',
    parts: { ...NAMED, fields: FIELDS, wording: WORDING, compile: FUNCTION },
    ownFields: [...Object.keys(COMMON_FIELDS), 'type', 'negate', 'probes'],
  },
  faults: {
    noun: 'fault',
    define: 'defineToolFault or defineLlmFault',
    parts: {
      ...NAMED,
      strikes: oneOf('tool', 'llm'),
      fields: FIELDS,
      planes: someOf(...PLANES),
      strike: FUNCTION,
    },
    ownFields: [...Object.keys(SCHEDULE_FIELDS), 'tool', 'mode', 'match_url', 'description'],
  },
  attacks: {
    noun: 'attack',
    define: 'defineAttack',
    parts: { ...NAMED, arrives: oneOf(...ARRIVALS), fields: FIELDS, inInput: FUNCTION, inResult: FUNCTION },
    ownFields: [...Object.keys(SCHEDULE_FIELDS), 'type', 'inject_at', 'description', 'trigger_probability'],
  },
  mutations: {
    noun: 'mutation type',
    define: 'defineMutation',
    parts: {
      ...NAMED,
      weight: {
        expected: 'a number of 0 or more',
        holds: (value) => typeof value === 'number' && value >= 0,
      },
      intents: someOf('preserved', 'broken', 'hostile'),
      needs: oneOf('text', 'turns', 'http'),
      mutate: FUNCTION,
    },
  },
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

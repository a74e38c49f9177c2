import type { EventKind, JsonValue } from '../model/index.ts'
import type { Objection, Program } from './clause.ts'
import type { ClauseSource } from './contract.ts'
import type { AnyPredicate, StateView } from './define-predicate.ts'
import type { Wording } from './define-operator.ts'
import { stateOf } from './extractors.ts'
import { inWords } from './in-words.ts'

export const CONSTRAINT_WORDING: Readonly<Record<string, Wording>> = {
  'constraint-broken': {
    says: ({ field, phrase, expected, actual }) =>
      `\`${inWords(field)}\` is ${show(actual)}, it must ${inWords(phrase)} ${show(expected)}`,
    passes: ({ field, phrase, expected }) =>
      `\`${inWords(field)}\` must ${inWords(phrase)} ${show(expected)}`,
  },
  'field-missing': {
    says: ({ field }) =>
      `\`${inWords(field)}\` is neither declared nor measured, so nothing shows that it holds`,
    passes: ({ field, phrase, expected }) =>
      `declare \`${inWords(field)}\`; it must ${inWords(phrase)} ${show(expected)}`,
  },
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

/** Broken or not, and the proof, for one constraint on one state. */
export function judgeState(
  source: ClauseSource,
  predicate: AnyPredicate,
): (state: StateView) => Objection | undefined {
  const holds = predicate.compile(source.options)
  const { field } = source
  const verdict = source.level === 'hard' ? 'deny' : 'warn'
  const expected = source.options as JsonValue
  return (state) => {
    const actual = field === undefined ? undefined : state.read(field)
    const params = { field: field ?? 'the state', phrase: predicate.phrase, expected }
    if (actual === undefined && predicate.judgesAbsence !== true)
      return { code: 'field-missing', verdict, params }
    if (holds(actual, state)) return undefined
    return { code: 'constraint-broken', verdict, params: { ...params, actual: actual ?? null } }
  }
}

/** A constraint is judged at the end of every turn. */
export function constraintProgram(
  source: ClauseSource,
  predicate: AnyPredicate,
): { program: Program<null>; listensTo: readonly EventKind[] } {
  const judge = judgeState(source, predicate)
  return {
    listensTo: ['turn-end'],
    program: {
      initial: null,
      step(state, _event, facts) {
        const objection = judge(stateOf(facts))
        return objection === undefined ? undefined : { state, objections: [objection] }
      },
    },
  }
}

interface Precondition {
  readonly met: boolean
  readonly reported: boolean
}

/** A precondition is judged before the first act, and again before each act until it is met. */
export function preconditionProgram(
  source: ClauseSource,
  predicate: AnyPredicate,
): { program: Program<Precondition>; listensTo: readonly EventKind[] } {
  const judge = judgeState(source, predicate)
  return {
    listensTo: ['model-request', 'tool-call', 'turn-end'],
    program: {
      initial: { met: false, reported: false },
      step(state, _event, facts) {
        if (state.met) return undefined
        const objection = judge(stateOf(facts))
        if (objection === undefined) return { state: { met: true, reported: state.reported } }
        const next = { met: false, reported: true }
        return { state: next, ifRefused: next, objections: [{ ...objection, counted: !state.reported }] }
      },
    },
  }
}

import { HoldfastError } from '../kit/errors.ts'
import type { AnyCheck } from './define-check.ts'
import type { AnyOperator } from './define-operator.ts'
import type { AnyPredicate } from './define-predicate.ts'
import { eventKindsFrom, levelFrom, programFrom, resultFrom, stepFrom, truthFrom } from './plugin-answers.ts'
import { spoken, spokenResult } from './spoken.ts'

/** An operator from outside: its answers are looked at, and its findings speak for themselves. */
export function pluginOperator(operator: AnyOperator): AnyOperator {
  const { listensTo, level, wording } = operator
  const own = `the operator \`${operator.name}\``
  return {
    ...operator,
    ...inspected(own, operator),
    listensTo: maybeAsked(own, listensTo, eventKindsFrom),
    level: maybeAsked(own, level, levelFrom),
    wording: {},
    compile(options, context) {
      const program = blamed(own, () => programFrom(operator.compile(options, context)))
      return {
        ...program,
        step(state, event, facts) {
          const step = stepFrom(program.step(state, event, facts))
          return step?.objections === undefined
            ? step
            : { ...step, objections: step.objections.map((each) => spoken(each, wording)) }
        },
      }
    },
  }
}

export function pluginCheck(check: AnyCheck): AnyCheck {
  const own = `the check \`${check.name}\``
  return {
    ...check,
    ...inspected(own, check),
    wording: {},
    compile(options, environment) {
      const judge = blamed(own, () => check.compile(options, environment))
      return (subject) => spokenResult(resultFrom(judge(subject)), check)
    },
  }
}

export function pluginPredicate(predicate: AnyPredicate): AnyPredicate {
  const own = `the predicate \`${predicate.name}\``
  return {
    ...predicate,
    compile(value) {
      const holds = blamed(own, () => predicate.compile(value))
      return (actual, state) => truthFrom(holds(actual, state))
    },
  }
}

/** Before anything is judged, an error cannot be a breach; it is the plugin's, and that is said. */
function blamed<T>(own: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new HoldfastError('HF_INVALID_FILE', `${own} of the plugin failed: ${reason}`, undefined, {
      cause: error,
    })
  }
}

type Options = Parameters<AnyOperator['compile']>[0]

function maybeAsked<T>(
  own: string,
  answer: T | ((options: Options) => T),
  from: (answer: T) => T,
): T | ((options: Options) => T) {
  // sound because neither a list of events nor a level is a function
  return typeof answer === 'function'
    ? (options) => blamed(own, () => from((answer as (options: Options) => T)(options)))
    : answer
}

function inspected<D extends Pick<AnyOperator, 'inspect'>>(own: string, { inspect }: D): Pick<D, 'inspect'> {
  return inspect === undefined ? {} : { inspect: (options) => blamed(own, () => inspect(options)) }
}

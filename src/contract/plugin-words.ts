import { HoldfastError } from '../kit/errors.ts'
import { didYouMean } from '../kit/nearest-name.ts'
import { EVENT_KINDS, VERDICTS, type EventKind, type JsonObject, type Level } from '../model/index.ts'
import type { Held } from './checks/outcome.ts'
import { NEGATED_CODE } from './checks/negate.ts'
import type { Objection, Step } from './clause.ts'
import type { AnyCheck, CheckResult } from './define-check.ts'
import type { AnyOperator, Wording } from './define-operator.ts'
import type { AnyPredicate } from './define-predicate.ts'

// Words from outside are not checked by our compiler. What would pass in silence when it is wrong (an `async` step, an
// event that does not exist) is an error here, and the engine makes of an error what it makes of every one. Findings
// take their sentence along, because whoever reads a record later may not have the plugin.

export function pluginOperator(operator: AnyOperator): AnyOperator {
  const { name, listensTo, level, wording } = operator
  return {
    ...operator,
    listensTo:
      typeof listensTo === 'function' ? (options) => eventKinds(name, listensTo(options)) : listensTo,
    level: typeof level === 'function' ? (options) => levelOf(name, level(options)) : level,
    wording: {},
    compile(options, context) {
      const program = operator.compile(options, context)
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
  return {
    ...check,
    wording: {},
    compile(options, environment) {
      const judge = check.compile(options, environment)
      return (subject) => spokenResult(resultFrom(judge(subject)), check)
    },
  }
}

export function pluginPredicate(predicate: AnyPredicate): AnyPredicate {
  return {
    ...predicate,
    compile(value) {
      const holds = predicate.compile(value)
      return (actual, state) => {
        const answer: unknown = holds(actual, state)
        if (typeof answer === 'boolean') return answer
        throw new TypeError('a predicate must answer true or false')
      }
    },
  }
}

/** A sentence that cannot be made must not cost the finding, so it is then left to its code. */
function spoken<T extends { readonly code: string; readonly params: JsonObject }>(
  finding: T,
  wording: Readonly<Record<string, Wording>>,
): T {
  const { code, params } = finding
  const words = Object.hasOwn(wording, code) ? wording[code] : undefined
  if (words === undefined) return finding
  try {
    const says = words.says(params)
    const passes = words.passes?.(params)
    return { ...finding, params: { ...params, says, ...(passes === undefined ? {} : { passes }) } }
  } catch {
    return finding
  }
}

function spokenResult(result: CheckResult, { name, wording }: AnyCheck): CheckResult {
  if (result.outcome === 'not-judged') return result
  if (result.outcome === 'broken') return spoken(result, wording)
  // that it holds is only a breach where the check is negated
  const { params = {} } = result as Held
  const said = spoken({ code: NEGATED_CODE, params }, wording).params
  return { ...result, params: { says: `\`${name}\` holds, and must not`, ...said } } as Held
}

function stepFrom(step: Step<unknown> | undefined): Step<unknown> | undefined {
  if (step === undefined) return undefined
  if (typeof step !== 'object' || step === null || !('state' in step))
    throw new TypeError('a step must return `undefined` or an object with `state`, and at once')
  if (step.objections !== undefined) step.objections.forEach(checkObjection)
  return step
}

function checkObjection({ code, verdict, params }: Objection): void {
  if (typeof code !== 'string' || !VERDICTS.includes(verdict) || typeof params !== 'object')
    throw new TypeError(`an objection must have \`code\`, \`params\` and one of ${VERDICTS.join(', ')}`)
}

const OUTCOMES: readonly unknown[] = ['held', 'broken', 'not-judged'] satisfies CheckResult['outcome'][]

function resultFrom(result: CheckResult): CheckResult {
  if (!OUTCOMES.includes(result?.outcome))
    throw new TypeError(`a check must return one of the outcomes ${OUTCOMES.join(', ')}, and at once`)
  return result
}

function eventKinds(operator: string, kinds: readonly EventKind[]): readonly EventKind[] {
  const unknown = kinds.find((kind) => !EVENT_KINDS.includes(kind))
  if (unknown === undefined) return kinds
  throw new HoldfastError(
    'HF_UNKNOWN_NAME',
    `the operator \`${operator}\` listens to \`${unknown}\`, which is no event`,
    didYouMean(unknown, EVENT_KINDS),
  )
}

function levelOf(operator: string, level: Level): Level {
  if (level === 'hard' || level === 'soft') return level
  throw new HoldfastError(
    'HF_UNKNOWN_NAME',
    `the operator \`${operator}\` has the level \`${String(level)}\`, which is neither hard nor soft`,
  )
}

import { EVENT_KINDS, VERDICTS, type EventKind, type Level } from '../model/index.ts'
import type { Objection, Program, Step } from './clause.ts'
import type { CheckResult } from './define-check.ts'

// What words from outside answer, which no compiler of ours has seen. An `async` step or an event that does not exist
// would pass in silence; here it throws, and whoever asked makes of that what it makes of every error.

export function programFrom(program: Program<unknown>): Program<unknown> {
  if (typeof program?.step === 'function') return program
  throw new TypeError('`compile` must return an object with `initial` and `step`, and at once')
}

export function stepFrom(step: Step<unknown> | undefined): Step<unknown> | undefined {
  if (step === undefined) return undefined
  if (typeof step !== 'object' || step === null || !('state' in step))
    throw new TypeError('a step must return `undefined` or an object with `state`, and at once')
  step.objections?.forEach(checkObjection)
  return step
}

function checkObjection({ code, verdict, params }: Objection): void {
  if (typeof code !== 'string' || !VERDICTS.includes(verdict) || typeof params !== 'object')
    throw new TypeError(`an objection must have \`code\`, \`params\` and one of ${VERDICTS.join(', ')}`)
}

const OUTCOMES: readonly unknown[] = ['held', 'broken', 'not-judged'] satisfies CheckResult['outcome'][]

export function resultFrom(result: CheckResult): CheckResult {
  if (OUTCOMES.includes(result?.outcome)) return result
  throw new TypeError(`a check must return one of the outcomes ${OUTCOMES.join(', ')}, and at once`)
}

export function truthFrom(answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer
  throw new TypeError('a predicate must answer true or false, and at once')
}

export function eventKindsFrom(kinds: readonly EventKind[]): readonly EventKind[] {
  const unknown = kinds.find((kind) => !EVENT_KINDS.includes(kind))
  if (unknown === undefined) return kinds
  throw new TypeError(`it listens to \`${unknown}\`, which is no event`)
}

export function levelFrom(level: Level): Level {
  if (level === 'hard' || level === 'soft') return level
  throw new TypeError(`its level is \`${String(level)}\`, which is neither hard nor soft`)
}

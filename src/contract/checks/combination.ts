import type { JsonObject, Span } from '../../model/index.ts'
import { list, required } from '../../kit/shape/index.ts'
import {
  defineCheck,
  type AnyCheck,
  type CheckEnvironment,
  type CheckResult,
  type CheckSubject,
} from '../define-check.ts'
import type { OptionProblem, Wording } from '../define-operator.ts'
import { inWords } from '../in-words.ts'
import { LEAVES } from './leaves.ts'
import { negated } from './negate.ts'
import { nestedCheck, type NestedCheck } from './nested-check.ts'

/** One part's result together with what it says, for people who read the finding of the whole. */
export interface PartResult {
  readonly part: NestedCheck
  readonly check: AnyCheck
  readonly index: number
  readonly result: CheckResult
}

export interface Combination {
  readonly name: string
  readonly summary: string
  readonly wording: Readonly<Record<string, Wording>>
  readonly decide: (results: readonly PartResult[]) => CheckResult
}

const COMBINATIONS = new Map<string, AnyCheck>()

/** A check made of checks. Combinations know each other by name, so they nest to any depth. */
export function defineCombination(combination: Combination): AnyCheck {
  const check = combinationOver(combination, () => [...LEAVES, ...COMBINATIONS.values()])
  COMBINATIONS.set(combination.name, check)
  return check
}

function combinationOver(combination: Combination, known: () => readonly AnyCheck[]): AnyCheck {
  const { name, summary, wording, decide } = combination
  const find = (type: string): AnyCheck => findIn(known(), type)
  return defineCheck({
    name,
    summary,
    over: (checks) => combinationOver(combination, checks),
    fields: {
      checks: required(
        list(nestedCheck(known), { nonEmpty: true }),
        'The parts: each with `type`, the fields of that check and, if wanted, `negate`.',
      ),
    },
    readsCalls: true,
    needsBaseline: ({ checks }) =>
      checks.some(({ type, options }) => find(type).needsBaseline?.(options) === true),
    needsJudge: ({ checks }) => judgesIn(checks, find)[0],
    inspect: ({ checks }) => (judgesIn(checks, find).length > 1 ? [SEVERAL_JUDGES] : []),
    wording,
    compile({ checks }, environment) {
      const parts = checks.map((part) => {
        const check = find(part.type)
        return { part, check, judge: compilePart(part, check, environment) }
      })
      return (subject) =>
        decide(parts.map(({ judge, ...each }, index) => ({ ...each, index, result: judge(subject) })))
    },
  })
}

/** A judge is asked beforehand and answers under the id of the clause, so a clause has room for one. */
const SEVERAL_JUDGES: OptionProblem = {
  field: 'checks',
  code: 'several-judges',
  complaint: 'holds more than one `judge`, and a clause has one verdict',
  hint: 'put both questions into one rubric, or write two invariants',
}

function judgesIn(
  checks: readonly NestedCheck[],
  find: (type: string) => AnyCheck,
): readonly { rubric: string; model: string }[] {
  return checks.flatMap(({ type, options }) => {
    const { over, needsJudge } = find(type)
    if (over !== undefined) return judgesIn(options['checks'] as readonly NestedCheck[], find)
    return needsJudge?.(options) ?? []
  })
}

function compilePart(
  { negate, options }: NestedCheck,
  check: AnyCheck,
  environment: CheckEnvironment,
): (subject: CheckSubject) => CheckResult {
  const judge = check.compile(options, environment)
  return negate ? (subject) => negated(judge(subject)) : judge
}

function findIn(checks: readonly AnyCheck[], type: string): AnyCheck {
  const check = checks.find(({ name }) => name === type)
  if (check === undefined) throw new Error(`unknown check \`${type}\``)
  return check
}

export function brokenParts(results: readonly PartResult[]): {
  readonly parts: readonly JsonObject[]
  readonly spans: readonly Span[]
} {
  const parts: JsonObject[] = []
  const spans: Span[] = []
  for (const { part, check, index, result } of results) {
    if (result.outcome !== 'broken') continue
    const says = check.wording[result.code]?.says(result.params) ?? result.params['says'] ?? result.code
    parts.push({ index, type: part.type, code: result.code, says, params: result.params })
    spans.push(...(result.spans ?? []))
  }
  return { parts, spans }
}

export function unjudgedReasons(results: readonly PartResult[]): readonly string[] {
  return results.flatMap(({ part, index, result }) =>
    result.outcome === 'not-judged' ? [`checks[${index}] (${part.type}): ${result.why}`] : [],
  )
}

export function partSentences(parts: unknown): string {
  return Array.isArray(parts) ? parts.map((part) => inWords((part as JsonObject)['says'])).join('; ') : ''
}

import type { ClauseSource, Contract } from '../../../contract/index.ts'
import { compileOutputPattern } from '../../../contract/checks/output-pattern.ts'
import { canonicalJson } from '../../../kit/canonical-json.ts'
import { conditionsMeet } from '../../conditions.ts'
import { objectsToAll } from '../../strictness/strictness.ts'
import { toolsCover } from '../../tool-patterns.ts'
import { defineRule, named, pairsOf } from '../define-rule.ts'

interface Options {
  readonly tool?: string
  readonly args?: unknown
  readonly at_least?: number
  readonly max_calls?: number
  readonly tools?: readonly string[]
  readonly value?: string
  readonly patterns?: readonly string[]
  readonly case_sensitive?: boolean
}

export const unsatisfiableChecks = defineRule({
  code: 'unsatisfiable-checks',
  level: 'error',
  summary: 'Two checks of which no answer can pass both.',
  check: ({ contract }) =>
    pairsOf(outputChecks(contract))
      .filter(
        ([earlier, later]) =>
          areAskedTogether(earlier, later) && (excludes(earlier, later) || excludes(later, earlier)),
      )
      .map(([earlier, later]) => ({
        clause: later,
        message: `no answer can pass both this and ${named(earlier, later)}`,
        hint: 'drop one of them, or give them different `when` or `probes`',
      })),
})

function outputChecks({ clauses }: Contract): readonly ClauseSource[] {
  return clauses.filter(({ section }) => section === 'invariants.output')
}

/** Checks with probes of their own are judged on other answers. */
function areAskedTogether(left: ClauseSource, right: ClauseSource): boolean {
  return conditionsMeet(left.when, right.when) && canonicalJson(left.probes) === canonicalJson(right.probes)
}

/** An answer that passes `left` cannot pass `right`. */
function excludes(left: ClauseSource, right: ClauseSource): boolean {
  return isOpposite(left, right) || forbidsCalls(left, right) || forbidsText(left, right)
}

/** `left` passes only where the plain form of `right` does, and `right` is its negation. */
function isOpposite(left: ClauseSource, right: ClauseSource): boolean {
  if (left.negate === true || right.negate !== true) return false
  return objectsToAll({ ...left, negate: false }, { ...right, negate: false })
}

function forbidsCalls(left: ClauseSource, right: ClauseSource): boolean {
  if (left.negate === true || right.negate === true) return false
  const { tool, args, max_calls: most } = right.options as Options
  const isMeant = ({ pattern }: WantedCall): boolean => tool === undefined || toolsCover(tool, pattern)
  if (right.operator === 'tool_not_called' && args === undefined) return wantedCalls(left).some(isMeant)
  if (right.operator !== 'max_tool_calls') return false
  const wanted = wantedCalls(left).filter(isMeant)
  return wanted.reduce((sum, { times }) => sum + times, 0) > most!
}

interface WantedCall {
  readonly pattern: string
  readonly times: number
}

/** The calls that must have been made. */
function wantedCalls({ operator, options }: ClauseSource): readonly WantedCall[] {
  const { tool, at_least: times, tools } = options as Options
  if (operator === 'tool_called') return [{ pattern: tool!, times: times! }]
  return operator === 'tool_sequence' ? tools!.map((pattern) => ({ pattern, times: 1 })) : []
}

/** The wanted text is itself what may not be found; anchors would ask what stands around it. */
function forbidsText(left: ClauseSource, right: ClauseSource): boolean {
  if (left.operator !== 'contains' || right.operator !== 'excludes_pattern') return false
  if (left.negate === true || right.negate === true) return false
  const { value } = left.options as Options
  const { patterns, case_sensitive: isCaseSensitive } = right.options as Options
  return patterns!.some(
    (source) =>
      !/[\^$]|\\[bBAzZ]/u.test(source) &&
      compileOutputPattern(source, { ignoreCase: isCaseSensitive !== true }).test(value!),
  )
}

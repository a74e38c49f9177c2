import type { Expected } from '../model.ts'
import type { Observation } from '../trial/observation.ts'
import { checkEffects } from './check-effects.ts'
import { checkValues } from './check-values.ts'

/** Every expectation a trial does not meet, all of them, in words. */
export function checkTrial(expected: Expected, seen: Observation): readonly string[] {
  return [
    ...checkEnding(expected, seen),
    ...checkWay(expected, seen),
    ...checkCounts(expected, seen),
    ...checkValues(expected, seen),
    ...checkEffects(expected, seen),
  ]
}

function checkEnding(expected: Expected, seen: Observation): readonly string[] {
  const { status, lastNode, reasonContains, deadEnd } = expected
  const faults: string[] = []
  if (status !== undefined && status !== seen.status)
    faults.push(
      `status: expected \`${status}\`, got \`${seen.status}\`${seen.reason === undefined ? '' : ` (${seen.reason})`}`,
    )
  if (lastNode !== undefined && lastNode !== seen.lastNode)
    faults.push(
      `last_node: expected \`${lastNode}\`, got \`${seen.lastNode === null ? 'None' : `Some("${seen.lastNode}")`}\``,
    )
  if (reasonContains !== undefined && seen.reason === undefined)
    faults.push('reason_contains set but the run completed cleanly')
  else if (reasonContains !== undefined && !seen.reason!.includes(reasonContains))
    faults.push(`reason_contains \`${reasonContains}\` not in \`${seen.reason}\``)
  if (deadEnd !== undefined && deadEnd !== seen.deadEnd)
    faults.push(`dead_end: expected ${deadEnd}, got ${seen.deadEnd}`)
  return faults
}

function checkWay({ path, pathExact, visited, notVisited }: Expected, seen: Observation): readonly string[] {
  const faults: string[] = []
  const begins = path.every((id, index) => seen.path[index] === id)
  const isWhole = seen.path.length === path.length
  if (path.length > 0 && !(begins && (!pathExact || isWhole)))
    faults.push(
      `path (${pathExact ? 'exact' : 'prefix'}): expected [${path.join(', ')}], got [${seen.path.join(', ')}]`,
    )
  if (visited.length + notVisited.length === 0) return faults
  const reached = new Set(nodesIn(seen.trace))
  for (const id of visited) if (!reached.has(id)) faults.push(`visited: \`${id}\` was not reached`)
  for (const id of notVisited) if (reached.has(id)) faults.push(`not_visited: \`${id}\` was reached`)
  return faults
}

function* nodesIn(trace: Observation['trace']): Iterable<string> {
  for (const { nodeId, children = [] } of trace) {
    yield nodeId
    for (const child of children) yield* nodesIn(child.trace)
  }
}

function checkCounts(expected: Expected, seen: Observation): readonly string[] {
  const { cost } = seen
  const atMost: readonly (readonly [string, number, number | undefined])[] = [
    ['max_llm_calls', cost.llmCalls, expected.maxLlmCalls],
    ['max_total_tokens', cost.llmTokens, expected.maxTotalTokens],
    ['max_node_executions', cost.nodeExecutions, expected.maxNodeExecutions],
    ['max_elapsed_ms', Math.round(seen.elapsedMs), expected.maxElapsedMs],
    ['max_policy_denials', cost.policyDenials, expected.maxPolicyDenials],
  ]
  const exactly: readonly (readonly [string, number, number | undefined])[] = [
    ['policy_denials', cost.policyDenials, expected.policyDenials],
    ['retries', seen.retries, expected.retries],
  ]
  const { minPolicyDenials: least = 0, allTurnsUsed } = expected
  return [
    ...atMost.flatMap(([name, got, most = Infinity]) => (got > most ? [`${name}: ${got} > ${most}`] : [])),
    ...exactly.flatMap(([name, got, wanted = got]) =>
      got === wanted ? [] : [`${name}: expected ${wanted}, got ${got}`],
    ),
    ...(expected.maxTotalTokens !== undefined && !seen.isMetered
      ? ['max_total_tokens: nobody counted the tokens']
      : []),
    ...(cost.policyDenials < least ? [`min_policy_denials: ${cost.policyDenials} < ${least}`] : []),
    ...(allTurnsUsed !== undefined && allTurnsUsed !== (seen.unusedTurns === 0)
      ? [`all_turns_used: expected ${allTurnsUsed}, and ${seen.unusedTurns} turns were not asked for`]
      : []),
  ]
}

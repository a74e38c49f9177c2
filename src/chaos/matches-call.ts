import { globMatcher } from '../kit/glob.ts'
import type { AssignedFault } from './assign-planes.ts'
import type { ToolCallSeen } from './chaos-run.ts'
import { urlMatcher } from './url-pattern.ts'

type CallMatcher = (call: ToolCallSeen) => boolean

/** Compiled once for a plan and not again for each of its runs. */
const matchers = new WeakMap<AssignedFault, CallMatcher>()

/** A black box has no tools to tell apart; elsewhere a known URL decides, and otherwise the name. */
export function matchesCall(fault: AssignedFault, call: ToolCallSeen): boolean {
  let matcher = matchers.get(fault)
  if (matcher === undefined) matchers.set(fault, (matcher = compiled(fault)))
  return matcher(call)
}

function compiled({ plane, target, matchUrl }: AssignedFault): CallMatcher {
  const isTool = globMatcher(target)
  const isUrl = matchUrl === undefined ? undefined : urlMatcher(matchUrl)
  return ({ tool, url }) => {
    if (isUrl !== undefined && url !== undefined) return isUrl(url)
    return plane === 'boundary' || ((isUrl === undefined || target !== '*') && isTool(tool))
  }
}

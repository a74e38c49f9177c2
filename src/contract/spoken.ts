import type { JsonObject } from '../model/index.ts'
import { NEGATED_CODE } from './checks/negate.ts'
import type { Held } from './checks/outcome.ts'
import type { AnyCheck, CheckResult } from './define-check.ts'
import type { Wording } from './define-operator.ts'

/**
 * A finding that takes its sentence along, because whoever reads a record later may not have the plugin. One whose
 * sentence cannot be made must not be lost for it and is left to its code.
 */
export function spoken<T extends { readonly code: string; readonly params: JsonObject }>(
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

export function spokenResult(result: CheckResult, { name, wording }: AnyCheck): CheckResult {
  if (result.outcome === 'not-judged') return result
  if (result.outcome === 'broken') return spoken(result, wording)
  // that it holds is only a breach where the check is negated
  const { params = {} } = result as Held
  const said = spoken({ code: NEGATED_CODE, params }, wording).params
  return { ...result, params: { says: `\`${name}\` holds, and must not`, ...said } } as Held
}

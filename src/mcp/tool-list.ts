import type { JsonObject, JsonValue, Mode } from '../model/index.ts'
import { isObject } from './json-rpc.ts'
import type { Log } from './log.ts'
import type { PinBook } from './pins.ts'

/** What is known of tools by their names. */
export interface ToolRules {
  /** How the contract calls a tool of this server. */
  eventName(tool: string): string
  /** Denied whatever the arguments, by the name the contract uses. */
  isNever(tool: string): boolean
  readonly pins: PinBook | undefined
}

/** The list without tools that could never be called, in the server's order. */
export function filteredList(
  message: JsonObject,
  result: JsonValue,
  rules: ToolRules,
  mode: Mode,
  log: Log,
): JsonObject {
  const tools = isObject(result) ? result['tools'] : undefined
  if (!isObject(result) || !Array.isArray(tools)) return message
  const all = tools as readonly JsonValue[]
  const named = all.filter(isObject).map((tool) => [nameOf(tool), tool] as const)
  const held = rules.pins?.compare(named) ?? new Set<string>()
  for (const name of held)
    log({
      level: 'warn',
      code: 'tool-changed',
      message: `the tool \`${name}\` has changed since it was approved and is held`,
    })
  if (mode === 'shadow') return message
  const kept = all.filter((tool) => {
    const name = isObject(tool) ? nameOf(tool) : undefined
    return name === undefined || !(held.has(name) || rules.isNever(rules.eventName(name)))
  })
  // a list cut to one contract is nobody else's
  const isPublic = result['cacheScope'] === 'public'
  if (kept.length === all.length && !isPublic) return message
  return { ...message, result: { ...result, tools: kept, ...(isPublic ? { cacheScope: 'private' } : {}) } }
}

function nameOf({ name }: JsonObject): string {
  return typeof name === 'string' ? name : ''
}

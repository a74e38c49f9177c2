const OTHER_NAMES: Readonly<Record<string, string>> = {
  action: 'tool_name',
  tool_name: 'action',
  name: 'name_v2',
  type: 'type_v2',
  output: 'output_v2',
}

const MOST_SHOWN_KEYS = 10

export type DriftSeverity = 'subtle' | 'moderate' | 'significant'

/** Renames keys that agents rely on, in their place; text that is no JSON object stays as it is. */
export function renameField(reply: string, severity: DriftSeverity): string {
  const object = jsonObject(reply)
  if (object === undefined) return reply
  const keys = Object.keys(object).filter((key) => newName(key, object) !== undefined)
  const count = { subtle: 1, moderate: Math.ceil(keys.length / 2), significant: keys.length }[severity]
  const renamed = new Set(keys.slice(0, count))
  if (renamed.size === 0) return reply
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [renamed.has(key) ? newName(key, object)! : key, value]),
    ),
  )
}

/** A name that is already taken would lose a value, so `_v2` stands in. */
function newName(key: string, object: object): string | undefined {
  const other = Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key]! : undefined
  if (other === undefined || !Object.hasOwn(object, other)) return other
  return Object.hasOwn(object, `${key}_v2`) ? undefined : `${key}_v2`
}

/** JSON becomes `key: value` pairs, as a chattier model would write it. */
export function changeFormat(reply: string): string {
  const object = jsonObject(reply)
  if (object === undefined) return reply
  return Object.entries(object)
    .slice(0, MOST_SHOWN_KEYS)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

import type { JsonValue } from '../model/index.ts'

/** What `${…}` stands for in a trial. */
export type Placeholders = ReadonlyMap<string, string>

const PLACEHOLDER = /\$\{([A-Z][A-Z0-9_]{0,60})\}/gu

/** Known names are replaced, everything else stays as it is written. */
export function filled(text: string, placeholders: Placeholders): string {
  return text.includes('${')
    ? text.replace(PLACEHOLDER, (whole, name: string) => placeholders.get(name) ?? whole)
    : text
}

/** The same in every text of a value, wherever it is; values without one are given back as they are. */
export function filledIn<T>(value: T, placeholders: Placeholders): T {
  return replaced(value, placeholders) as T
}

function replaced(value: unknown, placeholders: Placeholders): unknown {
  if (typeof value === 'string') return filled(value, placeholders)
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => replaced(item, placeholders))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const entries = Object.entries(value)
  const changed = entries.map(([key, inner]): [string, unknown] => [
    filled(key, placeholders),
    replaced(inner, placeholders),
  ])
  const isSame = changed.every(
    ([key, inner], index) => key === entries[index]![0] && inner === entries[index]![1],
  )
  return isSame ? value : (Object.fromEntries(changed) as Record<string, JsonValue>)
}

/** Fills a value in for trial after trial; one that names nothing is given back as it is without being looked at. */
export function filler<T>(value: T): (placeholders: Placeholders) => T {
  return JSON.stringify(value).includes('${') ? (placeholders) => filledIn(value, placeholders) : () => value
}

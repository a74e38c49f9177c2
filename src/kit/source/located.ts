/** A parsed document, whatever its syntax was, in which every value knows where it stands. */
export type Located = LocatedScalar | LocatedList | LocatedMap

interface LocatedBase {
  readonly start: number
  readonly end: number
}

export interface LocatedScalar extends LocatedBase {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  /** As written, without quotes: tells `0.10` from `0.1`. */
  readonly written: string
}

export interface LocatedList extends LocatedBase {
  readonly kind: 'list'
  readonly items: readonly Located[]
}

export interface LocatedEntry {
  readonly key: string
  readonly keyStart: number
  readonly value: Located
}

export interface LocatedMap extends LocatedBase {
  readonly kind: 'map'
  readonly entries: readonly LocatedEntry[]
}

export function entryOf(node: Located | undefined, key: string): LocatedEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined
}

/** The plain value, safe against keys such as `__proto__`. */
export function plainValue(node: Located): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value
    case 'list':
      return node.items.map(plainValue)
    case 'map': {
      const result: Record<string, unknown> = {}
      for (const { key, value } of node.entries)
        Object.defineProperty(result, key, {
          value: plainValue(value),
          enumerable: true,
          writable: true,
          configurable: true,
        })
      return result
    }
  }
}

/** The word for a value's type in messages. */
export function typeName(node: Located): string {
  if (node.kind === 'list') return 'a list'
  if (node.kind === 'map') return 'a mapping'
  if (node.value === null) return 'empty'
  return { string: 'a string', number: 'a number', boolean: 'a boolean' }[
    typeof node.value as 'string' | 'number' | 'boolean'
  ]
}

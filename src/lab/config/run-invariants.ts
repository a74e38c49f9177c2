import { outputItem } from '../../contract/read/output-item.ts'
import type { ClauseDraft } from '../../contract/read/draft.ts'
import type { Vocabulary } from '../../contract/index.ts'
import { list, type JsonSchema, type Shape } from '../../kit/shape/index.ts'
import { entryOf, type Located } from '../../kit/source/index.ts'
import { isNull } from './absent-if-null.ts'

/** The top-level `invariants`: checks without need of an id; one without is called after its type. */
export function runInvariants(vocabulary: Vocabulary): Shape<readonly ClauseDraft[]> {
  const shape = list(outputItem(vocabulary))
  return {
    expected: shape.expected,
    read: (node, place) => shape.read(named(node), place),
    schema: () => ({ type: 'array', items: { $ref: '#/$defs/invariant' } }),
  }
}

function named(node: Located): Located {
  if (node.kind !== 'list') return node
  const taken = new Set(node.items.flatMap((item) => writtenAt(item, 'id') ?? []))
  return {
    ...node,
    items: node.items.map((item) => {
      if (item.kind !== 'map' || writtenAt(item, 'id') !== undefined) return item
      const type = writtenAt(item, 'type') ?? 'invariant'
      let id = type
      for (let count = 2; taken.has(id); count += 1) id = `${type}-${count}`
      taken.add(id)
      const value: Located = { kind: 'scalar', value: id, written: id, start: item.start, end: item.start }
      const entries = item.entries.filter(({ key }) => key !== 'id')
      return { ...item, entries: [...entries, { key: 'id', keyStart: item.start, value }] }
    }),
  }
}

function writtenAt(item: Located, key: string): string | undefined {
  const value = entryOf(item, key)?.value
  return value?.kind === 'scalar' && !isNull(value) ? value.written : undefined
}

/** One invariant, whether or not it has an id; the contract's own ask for one besides. */
export function runInvariantSchema(vocabulary: Vocabulary): JsonSchema {
  return JSON.parse(
    JSON.stringify(outputItem(vocabulary).schema(), (key, value: unknown) =>
      key === 'required' && Array.isArray(value) ? value.filter((name) => name !== 'id') : value,
    ),
  ) as JsonSchema
}

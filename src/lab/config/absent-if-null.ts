import type { Fields, ObjectShape } from '../../kit/shape/index.ts'
import type { Located } from '../../kit/source/index.ts'

/** A known key with nothing after it, or `null`, counts as not written; unknown keys stay errors. */
export function absentIfNull<F extends Fields>(shape: ObjectShape<F>): ObjectShape<F> {
  return {
    ...shape,
    read: (node, place) => shape.read(withoutNulls(node, shape.fields), place),
  }
}

function withoutNulls(node: Located, fields: Fields): Located {
  if (node.kind !== 'map') return node
  const entries = node.entries.filter(({ key, value }) => !(isNull(value) && Object.hasOwn(fields, key)))
  return entries.length === node.entries.length ? node : { ...node, entries }
}

export function isNull(node: Located): boolean {
  return node.kind === 'scalar' && node.value === null
}

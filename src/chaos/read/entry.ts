import {
  below,
  object,
  reportUnknownKey,
  refuse,
  type Fields,
  type JsonSchema,
  type Place,
} from '../../kit/shape/index.ts'
import { didYouMean } from '../../kit/nearest-name.ts'
import { entryOf, type Located, type LocatedMap } from '../../kit/source/index.ts'

/** Something that an entry can name: a fault by its `mode`, an attack by its `type`. */
export interface Named {
  readonly name: string
  readonly summary: string
  readonly fields: Fields
}

/** One kind of entry: the key that names the definition, what it may name, and what every entry may say. */
export interface EntryKind<Definition extends Named> {
  readonly key: 'mode' | 'type'
  readonly noun: string
  readonly definitions: readonly Definition[]
  readonly common: Fields
  readonly aliases?: Readonly<Record<string, string>>
}

export interface EntryRead<Definition> {
  readonly definition: Definition
  /** What the common fields say. */
  readonly common: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
}

/** Reads one entry by the definition it names; every problem is reported at its place. */
export function readEntry<Definition extends Named>(
  kind: EntryKind<Definition>,
  node: Located,
  place: Place,
): EntryRead<Definition> | undefined {
  if (node.kind !== 'map') return refuse(node, place, `a mapping with \`${kind.key}\``)
  const definition = definitionOf(kind, node, place)
  if (definition === undefined) return undefined
  const { aliases } = kind
  const idle = idleOptions(kind, definition, node)
  for (const entry of idle) reportIdle(kind, definition, place, entry)
  const shape = object(
    { ...definition.fields, ...kind.common },
    { passOver: idle.map(({ key }) => key), ...(aliases === undefined ? {} : { aliases }) },
  )
  const read = shape.read(node, place)
  if (read === undefined) return undefined
  const entries = Object.entries(read)
  return {
    definition,
    common: Object.fromEntries(entries.filter(([key]) => Object.hasOwn(kind.common, key))),
    options: Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(kind.common, key))),
  }
}

function definitionOf<Definition extends Named>(
  { key, noun, definitions }: EntryKind<Definition>,
  node: LocatedMap,
  place: Place,
): Definition | undefined {
  const names = definitions.map(({ name }) => name)
  const inner = below(place, key)
  const entry = entryOf(node, key)
  if (entry === undefined) {
    place.report({
      code: 'missing-key',
      path: inner.path,
      offset: node.start,
      message: `${inner.subject} is required`,
      hint: didYouMean('', names),
    })
    return undefined
  }
  const written = entry.value.kind === 'scalar' ? entry.value.written : ''
  const found = definitions.find(({ name }) => name === written)
  // a fault nobody can inject would pass for one that never fired, so it is no warning even when lenient
  if (found === undefined)
    reportUnknownKey({ ...inner, lenient: false }, written, entry.value.start, names, noun)
  return found
}

/** Options that belong to another definition of the same kind: known, and without effect here. */
function idleOptions<Definition extends Named>(
  { definitions, common }: EntryKind<Definition>,
  definition: Definition,
  node: LocatedMap,
): LocatedMap['entries'] {
  return node.entries.filter(
    ({ key }) =>
      !Object.hasOwn(definition.fields, key) &&
      !Object.hasOwn(common, key) &&
      definitions.some(({ fields }) => Object.hasOwn(fields, key)),
  )
}

function reportIdle(
  { key: nameKey }: { readonly key: string },
  { name }: Named,
  place: Place,
  { key, keyStart }: LocatedMap['entries'][number],
): void {
  const inner = below(place, key)
  place.report({
    level: 'warning',
    code: 'idle-option',
    path: inner.path,
    offset: keyStart,
    message: `${inner.subject} has no effect with \`${nameKey}: ${name}\``,
    hint: 'remove it',
  })
}

export function entrySchema<Definition extends Named>({
  key,
  definitions,
  common,
  aliases,
}: EntryKind<Definition>): JsonSchema {
  return {
    type: 'object',
    required: [key],
    properties: { [key]: { enum: definitions.map(({ name }) => name) } },
    oneOf: definitions.map(({ name, summary, fields }) => {
      const schema = object({ ...fields, ...common }, aliases === undefined ? {} : { aliases }).schema() as {
        properties: Record<string, JsonSchema>
      }
      return { ...schema, description: summary, properties: { ...schema.properties, [key]: { const: name } } }
    }),
  }
}

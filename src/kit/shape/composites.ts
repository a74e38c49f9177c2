import { plainValue, type Located, type LocatedMap } from '../source/located.ts'
import { didYouMean } from '../nearest-name.ts'
import { below, item, refuse, type JsonSchema, type Place, type Shape } from './shape.ts'

export function list<T>(element: Shape<T>, { nonEmpty = false } = {}): Shape<readonly T[]> {
  const expected = `list[${element.expected}]`
  return {
    expected,
    read(node, place) {
      if (node.kind !== 'list') {
        const alone = node.kind === 'scalar' && node.value !== null
        const last = place.subject.split('.').at(-1)
        return refuse(
          node,
          place,
          expected,
          alone ? `use ${last}: ["${node.written}"] not ${last}: ${node.written}` : undefined,
        )
      }
      if (nonEmpty && node.items.length === 0) {
        place.report({
          code: 'empty-list',
          path: place.path,
          offset: node.start,
          message: `${place.subject} must be ${expected} with at least one entry`,
          hint: 'an empty list would protect nothing; add an entry or remove the clause',
        })
        return undefined
      }
      const values = node.items.map((entry, index) => element.read(entry, item(place, index)))
      return values.some((value) => value === undefined) ? undefined : (values as T[])
    },
    schema: () => ({ type: 'array', items: element.schema(), ...(nonEmpty ? { minItems: 1 } : {}) }),
  }
}

/** A mapping with free keys. */
export function mapOf<T>(value: Shape<T>): Shape<Readonly<Record<string, T>>> {
  const expected = `a mapping of names to ${value.expected}`
  return {
    expected,
    read(node, place) {
      if (node.kind !== 'map') return refuse(node, place, expected)
      const entries: [string, T][] = []
      let complete = true
      for (const entry of node.entries) {
        const read = value.read(entry.value, below(place, entry.key))
        if (read === undefined) complete = false
        else entries.push([entry.key, read])
      }
      return complete ? Object.fromEntries(entries) : undefined
    },
    schema: () => ({ type: 'object', additionalProperties: value.schema() }),
  }
}

/** Any JSON value, taken as it stands. */
export function anything(expected = 'a value'): Shape<unknown> {
  return {
    expected,
    read(node, place) {
      const value = plainValue(node)
      return value === null || value === undefined ? refuse(node, place, expected) : value
    },
    schema: () => ({}),
  }
}

/** The first shape that fits; when none does, the problem is told in the words of `expected`. */
export function eitherOf<A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> {
  const expected = `${first.expected} or ${second.expected}`
  const quietly = (place: Place): Place => ({ ...place, report: () => undefined })
  return {
    expected,
    read(node, place) {
      for (const shape of [first, second] as const)
        if (shape.read(node, quietly(place)) !== undefined) return shape.read(node, place)
      return refuse(node, place, expected)
    },
    schema: () => ({ anyOf: [first.schema(), second.schema()] }),
  }
}

/** A further condition on a value that has the right type; `complaint` completes "<subject> …". */
export function checked<T>(
  shape: Shape<T>,
  complain: (
    value: T,
  ) => { readonly code: string; readonly complaint: string; readonly hint?: string } | undefined,
): Shape<T> {
  return {
    expected: shape.expected,
    read(node, place) {
      const value = shape.read(node, place)
      if (value === undefined) return undefined
      const found = complain(value)
      if (found === undefined) return value
      place.report({
        code: found.code,
        path: place.path,
        offset: node.start,
        message: `${place.subject} ${found.complaint}`,
        hint: found.hint,
      })
      return undefined
    },
    schema: () => shape.schema(),
  }
}

/** One key of an object: its shape, a sentence for the reference page, and what stands in when it is absent. */
export interface Field<T, Presence extends 'required' | 'optional' | 'defaulted'> {
  readonly presence: Presence
  readonly shape: Shape<T>
  readonly doc: string
  readonly fallback?: T
}

export function required<T>(shape: Shape<T>, doc: string): Field<T, 'required'> {
  return { presence: 'required', shape, doc }
}

export function optional<T>(shape: Shape<T>, doc: string): Field<T, 'optional'> {
  return { presence: 'optional', shape, doc }
}

export function defaulted<T>(shape: Shape<T>, fallback: T, doc: string): Field<T, 'defaulted'> {
  return { presence: 'defaulted', shape, doc, fallback }
}

export type Fields = Readonly<Record<string, Field<unknown, 'required' | 'optional' | 'defaulted'>>>

type Prettify<T> = { readonly [K in keyof T]: T[K] } & {}

export type ObjectOf<F extends Fields> = Prettify<
  {
    -readonly [K in keyof F as F[K]['presence'] extends 'optional' ? never : K]: F[K] extends Field<
      infer T,
      infer _
    >
      ? T
      : never
  } & {
    -readonly [K in keyof F as F[K]['presence'] extends 'optional' ? K : never]?: F[K] extends Field<
      infer T,
      infer _
    >
      ? T
      : never
  }
>

export interface ObjectShape<F extends Fields> extends Shape<ObjectOf<F>> {
  readonly fields: F
}

export interface ObjectOptions {
  /** Keys that mean another key, such as `stress` for `event_freq`. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Nothing after the colon counts as an empty mapping. */
  readonly mayBeEmpty?: boolean
  /** Keys that are somebody else's business: neither read nor refused. */
  readonly passOver?: readonly string[]
}

/** A mapping with known keys; unknown ones are errors that name the nearest known key. */
export function object<const F extends Fields>(fields: F, options: ObjectOptions = {}): ObjectShape<F> {
  const { aliases = {}, mayBeEmpty = false, passOver = [] } = options
  const expected = 'a mapping'
  return {
    fields,
    expected,
    read(node, place) {
      const empty = mayBeEmpty && node.kind === 'scalar' && node.value === null
      if (node.kind !== 'map' && !empty) return refuse(node, place, expected)
      const given: LocatedMap =
        node.kind === 'map' ? node : { kind: 'map', entries: [], start: node.start, end: node.end }
      return readObject(given, place, fields, aliases, passOver) as ObjectOf<F> | undefined
    },
    schema: () => objectSchema(fields, aliases, passOver),
  }
}

function readObject(
  node: LocatedMap,
  place: Place,
  fields: Fields,
  aliases: Readonly<Record<string, string>>,
  passOver: readonly string[],
): Record<string, unknown> | undefined {
  const found = new Map<string, { readonly as: string; readonly value: Located }>()
  for (const { key, keyStart, value } of node.entries) {
    const name = Object.hasOwn(aliases, key) ? aliases[key]! : key
    if (Object.hasOwn(fields, name)) {
      const other = found.get(name)
      // its own name counts, wherever the other one stands
      if (other === undefined || key === name) found.set(name, { as: key, value })
      if (other !== undefined && other.as !== key) reportTwice(place, name, keyStart)
    } else if (!passOver.includes(key))
      reportUnknownKey(place, key, keyStart, [...Object.keys(fields), ...Object.keys(aliases)])
  }
  const result: Record<string, unknown> = {}
  let complete = true
  for (const [name, field] of Object.entries(fields)) {
    const entry = found.get(name)
    if (entry !== undefined) {
      const value = field.shape.read(entry.value, below(place, entry.as))
      if (value === undefined) complete = false
      else result[name] = value
    } else if (field.presence === 'required') {
      complete = false
      const inner = below(place, name)
      place.report({
        code: 'missing-key',
        path: inner.path,
        offset: node.start,
        message: `${inner.subject} is required and must be ${field.shape.expected}`,
      })
    } else if (field.presence === 'defaulted') result[name] = field.fallback
  }
  return complete ? result : undefined
}

function reportTwice(place: Place, name: string, offset: number): void {
  place.report({
    level: 'warning',
    code: 'said-twice',
    path: below(place, name).path,
    offset,
    message: `\`${name}\` is said twice under two names; the one called \`${name}\` counts`,
    hint: 'remove the other one',
  })
}

export function reportUnknownKey(
  place: Place,
  key: string,
  offset: number,
  known: readonly string[],
  noun = 'key',
): void {
  place.report({
    level: place.lenient ? 'warning' : 'error',
    code: `unknown-${noun}`,
    path: place.path === '' ? key : `${place.path}.${key}`,
    offset,
    message: `unknown ${noun} \`${key}\`${place.subject === '' ? '' : ` in ${place.subject}`}`,
    hint: didYouMean(key, known),
  })
}

function objectSchema(
  fields: Fields,
  aliases: Readonly<Record<string, string>>,
  passOver: readonly string[],
): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const [name, { shape, doc, fallback }] of Object.entries(fields))
    properties[name] = {
      ...shape.schema(),
      description: doc,
      ...(fallback === undefined ? {} : { default: fallback }),
    }
  for (const [alias, name] of Object.entries(aliases)) properties[alias] = { ...properties[name] }
  for (const name of passOver) properties[name] ??= {}
  const requiredNames = Object.entries(fields).flatMap(([name, { presence }]) =>
    presence === 'required' ? [name] : [],
  )
  return {
    type: 'object',
    properties,
    additionalProperties: false,
    ...(requiredNames.length === 0 ? {} : { required: requiredNames }),
  }
}

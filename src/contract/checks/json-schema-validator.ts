import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { canonicalJson } from '../../kit/canonical-json.ts'
import { safeRegex } from '../../kit/safe-regex.ts'
import { anything, checked, type Shape } from '../../kit/shape/index.ts'

/** The first thing in a value that does not fit its schema. */
export interface Mismatch {
  readonly at: string
  readonly problem: string
}

/** Any value that is not null; compiling finds out whether it is a schema. */
export type Schema = object | string | number | boolean | bigint | symbol

export type SchemaValidator = (value: unknown) => Mismatch | undefined

type Compiled =
  | { readonly ok: true; readonly validate: SchemaValidator }
  | { readonly ok: false; readonly reason: string }

const MAX_SHOWN = 200

/** Words that describe and never judge; every other unknown word is a slip that would judge nothing. */
const ANNOTATIONS = ['example', 'externalDocs', 'xml', 'discriminator', 'nullable', '$comment', 'enumNames']

/** A JSON Schema, compiled when the file is read so that a bad one is a problem of the file. */
export function jsonSchema(): Shape<Schema> {
  return checked(anything('a JSON Schema') as Shape<Schema>, (schema) => {
    const compiled = compile(schema)
    return compiled.ok
      ? undefined
      : { code: 'bad-schema', complaint: `is not a usable JSON Schema: ${compiled.reason}` }
  })
}

/** The validator of a schema that `jsonSchema` has accepted. */
export function schemaValidator(schema: Schema): SchemaValidator {
  const compiled = compile(schema)
  if (!compiled.ok) throw new Error(compiled.reason)
  return compiled.validate
}

// compiling takes milliseconds, and a schema is compiled once to be checked and once to be used
const compiledBefore = new WeakMap<object, Compiled>()

function compile(schema: Schema): Compiled {
  if (typeof schema === 'boolean') return { ok: true, validate: validatorOf(newest().compile(schema)) }
  if (typeof schema !== 'object' || Array.isArray(schema))
    return { ok: false, reason: 'it must be a mapping' }
  const known = compiledBefore.get(schema)
  if (known !== undefined) return known
  const compiled = compileObject(schema)
  compiledBefore.set(schema, compiled)
  return compiled
}

/** `$schema` names the dialect; without it the newest is tried, then draft-07, in which `items` may be a list. */
function compileObject(schema: object): Compiled {
  const named = (schema as { $schema?: unknown }).$schema ?? ''
  if (typeof named !== 'string') return { ok: false, reason: '`$schema` must be text' }
  if (named.includes('2019-09')) return tryCompile(newer(), schema)
  if (named.includes('draft-0')) return tryCompile(older(), withoutDialect(schema))
  const compiled = tryCompile(newest(), schema)
  if (compiled.ok || named !== '') return compiled
  const again = tryCompile(older(), schema)
  return again.ok ? again : compiled
}

/** Draft-04 and draft-06 are close enough to draft-07 to be read as it; their meta-schemas are not shipped. */
function withoutDialect(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'))
}

function tryCompile(ajv: Ajv, schema: object): Compiled {
  try {
    return { ok: true, validate: validatorOf(ajv.compile(schema)) }
  } catch (error) {
    return { ok: false, reason: clip((error as Error).message) }
  } finally {
    ajv.removeSchema(schema)
  }
}

function validatorOf(validate: ValidateFunction): SchemaValidator {
  return (value) => {
    try {
      if (validate(value)) return undefined
    } catch (error) {
      // a schema that refers to itself descends as deep as the answer is nested
      if (error instanceof RangeError) return { at: 'the answer', problem: 'is nested too deeply' }
      throw error
    }
    const first = validate.errors?.[0]
    const at = first === undefined || first.instancePath === '' ? 'the value' : first.instancePath
    return { at: clip(at), problem: clip(first?.message ?? 'is not allowed') }
  }
}

function clip(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** Patterns in a schema meet agent text, so they run on the linear engine too. */
const linearRegExp: NonNullable<NonNullable<Options['code']>['regExp']> = Object.assign(
  (source: string, flags: string) => {
    const result = safeRegex(source)
    if (!result.ok) throw new Error(`pattern \`${source}\`: ${result.reason}`)
    const { regex } = result
    // ajv keeps one engine per `toString()`, so two patterns must never share it
    return { test: (text: string) => regex.test(text), toString: () => `linear:${flags}:${source}` }
  },
  { code: 'linearRegExp' },
)

const OPTIONS: Options = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allowUnionTypes: true,
  // `required: [constructor]` must not be satisfied by a prototype
  ownProperties: true,
  addUsedSchema: false,
  logger: false,
  code: { regExp: linearRegExp },
}

const newest = lazily(() => prepared(new Ajv2020(OPTIONS)))
const newer = lazily(() => prepared(new Ajv2019(OPTIONS)))
const older = lazily(() => prepared(new Ajv(OPTIONS)))

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Longer than any date, address or URI; the formats' own patterns are not all linear. */
const MAX_FORMATTED = 2048
const UNBOUNDED_FORMATS = new Set(['byte', 'binary', 'password'])

function prepared(ajv: Ajv): Ajv {
  for (const word of ANNOTATIONS) if (ajv.getKeyword(word) === false) ajv.addKeyword(word)
  for (const [name, format] of Object.entries(fullFormats)) {
    const bounded = UNBOUNDED_FORMATS.has(name) ? format : boundedFormat(format)
    ajv.addFormat(name, bounded as Parameters<Ajv['addFormat']>[1])
  }
  // the built-in one compares every pair
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not have duplicate items' },
    validate: (wanted: boolean, items: readonly unknown[]) =>
      !wanted || new Set(items.map(canonicalJson)).size === items.length,
  })
  return ajv
}

function boundedFormat(format: unknown): unknown {
  if (format instanceof RegExp) return (text: string) => text.length <= MAX_FORMATTED && format.test(text)
  if (typeof format === 'function')
    return (text: string) =>
      text.length <= MAX_FORMATTED && Boolean((format as (value: string) => unknown)(text))
  const definition = format as { type?: string; validate?: unknown }
  if (typeof definition !== 'object' || definition.type === 'number') return format
  return { ...definition, validate: boundedFormat(definition.validate) }
}

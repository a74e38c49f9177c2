import { anything, checked, type Shape } from '../../kit/shape/index.ts'
import { DIALECTS, type SchemaCompiler, type Validate } from './json-schema-dialects.ts'

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
  if (typeof schema === 'boolean')
    return { ok: true, validate: validatorOf(DIALECTS.newest().compile(schema)) }
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
  if (named.includes('2019-09')) return tryCompile(DIALECTS.newer(), schema)
  if (named.includes('draft-0')) return tryCompile(DIALECTS.older(), withoutDialect(schema))
  const compiled = tryCompile(DIALECTS.newest(), schema)
  if (compiled.ok || named !== '') return compiled
  const again = tryCompile(DIALECTS.older(), schema)
  return again.ok ? again : compiled
}

/** Draft-04 and draft-06 are close enough to draft-07 to be read as it; their meta-schemas are not shipped. */
function withoutDialect(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'))
}

function tryCompile(ajv: SchemaCompiler, schema: object): Compiled {
  try {
    return { ok: true, validate: validatorOf(ajv.compile(schema)) }
  } catch (error) {
    return { ok: false, reason: clip((error as Error).message) }
  } finally {
    ajv.removeSchema(schema)
  }
}

function validatorOf(validate: Validate): SchemaValidator {
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

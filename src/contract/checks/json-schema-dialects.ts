import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { canonicalJson } from '../../kit/canonical-json.ts'
import { safeRegex } from '../../kit/safe-regex.ts'

// the only file that knows the schema library, so that it can be bundled apart
export type SchemaCompiler = Ajv
export type Validate = ValidateFunction

/** Words that describe and never judge; every other unknown word is a slip that would judge nothing. */
const ANNOTATIONS = ['example', 'externalDocs', 'xml', 'discriminator', 'nullable', '$comment', 'enumNames']

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

/** The versions of JSON Schema, each made when it is first needed: 2020-12, 2019-09 and draft-07. */
export const DIALECTS = {
  newest: lazily(() => prepared(new Ajv2020(OPTIONS))),
  newer: lazily(() => prepared(new Ajv2019(OPTIONS))),
  older: lazily(() => prepared(new Ajv(OPTIONS))),
}

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

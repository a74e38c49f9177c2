import { didYouMean } from '../kit/nearest-name.ts'
import { isObject, KINDS, type Kind } from './kinds.ts'
import { joinPlugins, type Plugin, type PluginKind } from './plugin.ts'

/** A name as it must be unique: faults of tools and of models are told apart. */
export function nameOf(definition: { readonly name: string; readonly strikes?: string }): string {
  return definition.strikes === undefined ? definition.name : `${definition.strikes}.${definition.name}`
}

/** The names that definitions of a kind may not have, because others have them. */
export type TakenNames = Readonly<Partial<Record<PluginKind, readonly string[]>>>

export interface PluginProblem {
  /** Such as `operators[0].compile`. */
  readonly at: string
  readonly complaint: string
  readonly hint?: string | undefined
}

export type ReadPlugin =
  | { readonly ok: true; readonly plugin: Plugin }
  | { readonly ok: false; readonly problems: readonly PluginProblem[] }

/** What a configuration exports, a plugin or a list of them, with everything that is wrong with it in one go. */
export function readPlugin(exported: unknown, taken: TakenNames): ReadPlugin {
  const list: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  const seen = new Map(
    Object.entries(taken).map(([kind, names]) => [kind as PluginKind, new Set(names)] as const),
  )
  const problems = list.flatMap((plugin, index) =>
    problemsIn(plugin, Array.isArray(exported) ? `default[${index}]` : '', seen),
  )
  if (problems.length > 0) return { ok: false, problems }
  // sound because every part has just been looked at
  return { ok: true, plugin: joinPlugins(list as readonly Plugin[]) }
}

type Seen = Map<PluginKind, Set<string>>

function problemsIn(plugin: unknown, at: string, seen: Seen): readonly PluginProblem[] {
  if (!isObject(plugin))
    return [
      {
        at: at === '' ? 'the default export' : at,
        complaint: `must be a plugin, not ${typeName(plugin)}`,
        hint: 'export default definePlugin({ operators: […] })',
      },
    ]
  return Object.entries(plugin).flatMap(([key, definitions]): readonly PluginProblem[] => {
    const place = at === '' ? key : `${at}.${key}`
    if (!Object.hasOwn(KINDS, key))
      return [
        {
          at: place,
          complaint: 'is nothing a plugin can add',
          hint: didYouMean(key, Object.keys(KINDS)),
        },
      ]
    if (definitions === undefined) return []
    if (!Array.isArray(definitions))
      return [{ at: place, complaint: `must be a list, not ${typeName(definitions)}` }]
    return definitions.flatMap((definition: unknown, index) =>
      problemsOf(definition, `${place}[${index}]`, key as PluginKind, seen),
    )
  })
}

function problemsOf(definition: unknown, at: string, key: PluginKind, seen: Seen): readonly PluginProblem[] {
  const kind = KINDS[key]
  const hint = `make it with ${kind.define}`
  if (!isObject(definition))
    return [{ at, complaint: `must be a definition, not ${typeName(definition)}`, hint }]
  const wrong = Object.entries(kind.parts)
    .filter(([part, { holds }]) => !holds(definition[part]))
    .map(([part, { expected }]) => ({
      at: `${at}.${part}`,
      complaint: `must be ${expected}, not ${typeName(definition[part])}`,
      hint,
    }))
  if (wrong.length > 0) return wrong
  return [...clashing(definition, at, kind), ...repeated(definition, at, key, seen)]
}

/** A field that every entry has already would never be read by its own definition. */
function clashing(
  { fields = {} }: { readonly fields?: unknown },
  at: string,
  { ownFields = [], noun }: Kind,
): readonly PluginProblem[] {
  return Object.keys(fields as object)
    .filter((field) => ownFields.includes(field))
    .map((field) => ({
      at: `${at}.fields.${field}`,
      complaint: `is a field that every ${noun} has already`,
      hint: 'give it another name',
    }))
}

function repeated(
  definition: Readonly<Record<string, unknown>>,
  at: string,
  key: PluginKind,
  seen: Seen,
): readonly PluginProblem[] {
  const name = nameOf(definition as { name: string; strikes?: string })
  const names = seen.get(key) ?? new Set()
  seen.set(key, names)
  if (!names.has(name)) {
    names.add(name)
    return []
  }
  return [
    {
      at: `${at}.name`,
      complaint: `is \`${String(definition['name'])}\`, as another ${KINDS[key].noun} is called already`,
      hint: 'give it another name',
    },
  ]
}

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 37)}…` : value)
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return isObject(value) ? 'an object' : `a ${typeof value}`
}

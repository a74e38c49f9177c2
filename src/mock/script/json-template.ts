import type { Place, Shape } from '../../kit/shape/index.ts'
import { below, item } from '../../kit/shape/index.ts'
import type { Located, LocatedMap } from '../../kit/source/index.ts'
import type { JsonValue } from '../../model/index.ts'
import type { Scene } from './scene.ts'
import { compileTemplate, renderValue, type Template } from './template.ts'

/** JSON whose texts may have holes. It is filled as a value and written afterwards, so nothing can break it. */
export type JsonTemplate =
  | { readonly kind: 'constant'; readonly value: JsonValue }
  | { readonly kind: 'text'; readonly template: Template }
  | { readonly kind: 'list'; readonly items: readonly JsonTemplate[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, JsonTemplate])[] }

export function renderJson(template: JsonTemplate, scene: Scene): JsonValue {
  if (template.kind === 'constant') return template.value
  if (template.kind === 'text') return renderValue(template.template, scene)
  if (template.kind === 'list') return template.items.map((each) => renderJson(each, scene))
  return Object.fromEntries(template.entries.map(([key, each]) => [key, renderJson(each, scene)]))
}

/** A text with holes in it. */
export function templateText(expected = 'str'): Shape<Template> {
  return {
    expected,
    read(node, place) {
      if (node.kind !== 'scalar' || typeof node.value !== 'string') return refuseText(node, place, expected)
      return readTemplate(node.value, node, place)
    },
    schema: () => ({ type: 'string' }),
  }
}

function refuseText(node: Located, place: Place, expected: string): undefined {
  const isPlain = node.kind === 'scalar' && node.value !== null
  place.report({
    code: 'wrong-type',
    path: place.path,
    offset: node.start,
    message: `${place.subject} must be ${expected}, not ${node.kind === 'scalar' ? node.written || 'empty' : `a ${node.kind}`}`,
    hint: isPlain ? `put it in quotes: "${node.written}"` : 'for a JSON answer use `json` in place of `text`',
  })
  return undefined
}

function readTemplate(source: string, node: Located, place: Place): Template | undefined {
  const compiled = compileTemplate(source)
  if (compiled.ok) return compiled.template
  place.report({
    code: 'bad-template',
    path: place.path,
    offset: node.start,
    message: `${place.subject} ${compiled.reason}`,
    hint: compiled.hint,
  })
  return undefined
}

export const JSON_TEMPLATE: Shape<JsonTemplate> = {
  expected: 'a JSON value',
  read: readJson,
  schema: () => ({}),
}

function readJson(node: Located, place: Place): JsonTemplate | undefined {
  if (node.kind === 'map') return readEntries(node, place)
  if (node.kind === 'list') {
    const items = node.items.map((each, index) => readJson(each, item(place, index)))
    return items.includes(undefined) ? undefined : { kind: 'list', items: items as JsonTemplate[] }
  }
  if (typeof node.value !== 'string') return { kind: 'constant', value: node.value }
  const template = readTemplate(node.value, node, place)
  return template === undefined ? undefined : { kind: 'text', template }
}

export function readEntries(node: LocatedMap, place: Place): JsonTemplate | undefined {
  const entries = node.entries.map(({ key, value }) => [key, readJson(value, below(place, key))] as const)
  return entries.some(([, value]) => value === undefined)
    ? undefined
    : { kind: 'object', entries: entries as (readonly [string, JsonTemplate])[] }
}

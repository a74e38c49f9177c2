import { parse as parseValues, TomlError } from 'smol-toml'
import { parseTOML, type AST } from 'toml-eslint-parser'
import type { Located, LocatedEntry } from './located.ts'
import { problemIn, type RawProblem } from './problem.ts'
import type { SourceText } from './source-text.ts'
import type { ParsedDocument } from './yaml.ts'

const MAX_DEPTH = 100

/** Where a value stands in the text, its key included where it has one. */
interface Spot {
  start: number
  end: number
  keyStart?: number
  written?: string
}

type Spots = Map<string, Spot>
type Key = string | number

/**
 * Reads TOML 1.0. Never throws. Values come from one parser and places from the syntax tree of another, because
 * the first knows no places and the second builds values that can reach `Object.prototype`.
 */
export function parseToml(source: SourceText): ParsedDocument {
  try {
    const values = parseValues(source.text, { integersAsBigInt: 'asNeeded', maxDepth: MAX_DEPTH })
    const spots = spotsOf(source.text)
    return { root: locate(values, [], spots, { start: 0, end: source.text.length }), problems: [] }
  } catch (error) {
    return { problems: [problemIn(source, syntaxProblem(source, error))] }
  }
}

function syntaxProblem(source: SourceText, error: unknown): RawProblem {
  if (error instanceof RangeError)
    return { code: 'too-deep', path: '', offset: 0, message: 'the document is nested too deeply' }
  const message = (error as Error).message.split('\n')[0]!.replace(/^Invalid TOML document: /u, '')
  const duplicate = message.includes('redefine') || message.includes('already defined')
  return {
    code: duplicate ? 'duplicate-key' : 'syntax',
    path: '',
    offset: offsetOf(source, error),
    message: duplicate ? 'this key stands twice in the same table' : `not valid TOML: ${message}`,
    hint: duplicate ? 'remove or rename one of the two' : 'strings stand in quotes, one `key = value` a line',
  }
}

function offsetOf(source: SourceText, error: unknown): number {
  if (!(error instanceof TomlError)) return 0
  let offset = 0
  for (let line = 1; line < error.line; line += 1) {
    const next = source.text.indexOf('\n', offset)
    if (next < 0) break
    offset = next + 1
  }
  return Math.min(source.text.length, offset + error.column - 1)
}

function spotsOf(text: string): Spots {
  const spots: Spots = new Map()
  for (const item of parseTOML(text, { tomlVersion: '1.0' }).body[0].body)
    if (item.type === 'TOMLTable') placeTable(item, spots)
    else placeEntry(item, [], text, spots)
  function placeTable(table: AST.TOMLTable, into: Spots): void {
    const [start, end] = table.range
    placeKeys(table.key, withoutIndexes(table.resolvedKey), start, end, into, table.resolvedKey)
    into.set(nameOf(table.resolvedKey), { start, end, keyStart: table.key.range[0] })
    for (const entry of table.body) placeEntry(entry, table.resolvedKey, text, into)
  }
  return spots
}

/** Tables that are only named on the way to another stand where they are first named. */
function placeKeys(
  key: AST.TOMLKey,
  names: readonly string[],
  start: number,
  end: number,
  spots: Spots,
  whole: readonly Key[],
): void {
  let seen = 0
  for (let length = 1; length < whole.length; length += 1) {
    if (typeof whole[length - 1] === 'string') seen += 1
    const name = nameOf(whole.slice(0, length))
    if (!spots.has(name))
      spots.set(name, { start, end, keyStart: key.keys[Math.min(seen, names.length) - 1]?.range[0] ?? start })
  }
}

function placeEntry(entry: AST.TOMLKeyValue, above: readonly Key[], text: string, spots: Spots): void {
  let path = above
  entry.key.keys.forEach((key, index) => {
    path = [...path, key.type === 'TOMLBare' ? key.name : key.value]
    const name = nameOf(path)
    if (index < entry.key.keys.length - 1 && !spots.has(name))
      spots.set(name, { start: entry.range[0], end: entry.range[1], keyStart: key.range[0] })
  })
  placeValue(entry.value, path, text, spots)
  spots.get(nameOf(path))!.keyStart = entry.key.range[0]
}

function placeValue(value: AST.TOMLContentNode, path: readonly Key[], text: string, spots: Spots): void {
  const [start, end] = value.range
  const isText = value.type === 'TOMLValue' && value.kind === 'string'
  spots.set(nameOf(path), {
    start,
    end,
    ...(value.type === 'TOMLValue' && { written: isText ? value.value : text.slice(start, end) }),
  })
  if (value.type === 'TOMLArray')
    value.elements.forEach((element, index) => placeValue(element, [...path, index], text, spots))
  else if (value.type === 'TOMLInlineTable')
    for (const entry of value.body) placeEntry(entry, path, text, spots)
}

function locate(value: unknown, path: readonly Key[], spots: Spots, outer: Spot): Located {
  const spot = spots.get(nameOf(path)) ?? outer
  const { start, end } = spot
  if (Array.isArray(value))
    return {
      kind: 'list',
      items: value.map((item, index) => locate(item, [...path, index], spots, spot)),
      start,
      end,
    }
  if (isTable(value)) {
    const entries = Object.keys(value).map((key): LocatedEntry => {
      const inner = spots.get(nameOf([...path, key])) ?? spot
      return {
        key,
        keyStart: inner.keyStart ?? inner.start,
        value: locate(value[key], [...path, key], spots, spot),
      }
    })
    return { kind: 'map', entries, start, end }
  }
  return { kind: 'scalar', value: scalarOf(value), written: spot.written ?? String(value), start, end }
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

/** A date is its text; an integer too large for a number keeps its digits in `written`. */
function scalarOf(value: unknown): string | number | boolean {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  return value as string | number | boolean
}

function withoutIndexes(path: readonly Key[]): readonly string[] {
  return path.filter((key) => typeof key === 'string')
}

function nameOf(path: readonly Key[]): string {
  return JSON.stringify(path)
}

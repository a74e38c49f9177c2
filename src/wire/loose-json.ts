import type { JsonObject, JsonValue } from '../model/index.ts'
import { decodeUtf8 } from './utf8.ts'

/** Readers for JSON that others wrote: a value of the wrong type reads as absent, never as an error. */
export type Loose = JsonValue | undefined

export function objectOf(value: Loose): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !isList(value) ? value : undefined
}

const NONE: readonly never[] = []

export function listOf(value: Loose): readonly JsonValue[] {
  return isList(value) ? value : NONE
}

export function objectsOf(value: Loose): readonly JsonObject[] {
  return isList(value) ? value.map(objectOf).filter((entry) => entry !== undefined) : NONE
}

export function isList(value: Loose): value is readonly JsonValue[] {
  return Array.isArray(value)
}

export function textOf(value: Loose): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A text that says something: the empty text reads as absent. */
export function wordOf(value: Loose): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Events and blocks name their kind in `type`. */
export function typeOf(object: JsonObject): string {
  return wordOf(object['type']) ?? ''
}

export function countOf(value: Loose): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

export function indexOf(value: Loose): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** `undefined` when the text is not JSON. */
export function parseJson(text: string | Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(typeof text === 'string' ? text : decodeUtf8(text)) as JsonValue
  } catch {
    return undefined
  }
}

export function nestsDeeperThan(value: JsonValue, depth: number): boolean {
  let level: readonly JsonValue[] = [value]
  for (let at = 0; at < depth && level.length > 0; at += 1) level = level.flatMap(childrenOf)
  return level.length > 0
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

/** The value as JSON, or what its texts say when it nests too deeply to be written. */
export function jsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value)
  } catch {
    return textsIn(value).join(' ')
  }
}

function textsIn(value: JsonValue): readonly string[] {
  const texts: string[] = []
  const open: JsonValue[] = [value]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') texts.push(node)
    else for (const child of childrenOf(node)) open.push(child)
  }
  return texts
}

/** A shape while it is being put together. */
export type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

export function without(object: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}

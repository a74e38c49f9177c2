import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { objectsOf, textOf, type Loose } from '../../loose-json.ts'

const MAX_DEPTH = 100

type Node = { [key: string]: Node | JsonValue } | (Node | JsonValue)[]

/** Arguments that arrive value by value, each with the path it belongs at. */
export interface PartialArgs {
  /** False when a path cannot be understood; then nobody knows what the arguments are. */
  add(partialArgs: Loose): boolean
  value(): JsonObject
}

export function createPartialArgs(): PartialArgs {
  const root: { [key: string]: Node | JsonValue } = {}
  return {
    add: (partialArgs) =>
      objectsOf(partialArgs)
        .map((arg) => addArg(root, arg))
        .every(Boolean),
    value: () => JSON.parse(JSON.stringify(root)) as JsonObject,
  }
}

function addArg(root: Node, arg: JsonObject): boolean {
  const path = pathOf(textOf(arg['jsonPath']) ?? '')
  if (path === undefined || path.length === 0 || path.length > MAX_DEPTH) return false
  const value = valueOf(arg)
  if (value === undefined) return true
  const parent = parentAt(root, path)
  const last = path.at(-1) as string | number
  const before = childOf(parent, last)
  put(parent, last, typeof value === 'string' && typeof before === 'string' ? before + value : value)
  return true
}

function valueOf(arg: JsonObject): JsonValue | undefined {
  const { stringValue, numberValue, boolValue } = arg
  if ('nullValue' in arg) return null
  return stringValue ?? numberValue ?? boolValue
}

function parentAt(root: Node, path: readonly (string | number)[]): Node {
  let node = root
  path.slice(0, -1).forEach((key, at) => {
    const child = childOf(node, key)
    if (isNode(child)) node = child
    else {
      const made: Node = typeof path[at + 1] === 'number' ? [] : {}
      put(node, key, made)
      node = made
    }
  })
  return node
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function childOf(node: Node, key: string | number): unknown {
  return Object.hasOwn(node, key) ? (node as Record<string | number, unknown>)[key] : undefined
}

/** Defines the key itself, so that a key such as `__proto__` stays a key. */
function put(node: Node, key: string | number, value: Node | JsonValue): void {
  const safe = Array.isArray(node) && typeof key === 'number' ? Math.min(key, node.length) : key
  Object.defineProperty(node, safe, { value, enumerable: true, writable: true, configurable: true })
}

/** `$.a.b[0]['c d']` as keys; `undefined` for anything else. */
function pathOf(path: string): readonly (string | number)[] | undefined {
  if (!path.startsWith('$')) return undefined
  const keys: (string | number)[] = []
  let at = 1
  while (at < path.length) {
    if (path[at] === '.') {
      const end = nextOf(path, at + 1)
      if (end === at + 1) return undefined
      keys.push(path.slice(at + 1, end))
      at = end
    } else if (path[at] === '[') {
      const end = path.indexOf(']', at)
      const key = end < 0 ? undefined : bracketKey(path.slice(at + 1, end))
      if (key === undefined) return undefined
      keys.push(key)
      at = end + 1
    } else return undefined
  }
  return keys
}

function nextOf(path: string, from: number): number {
  for (let at = from; at < path.length; at += 1) if (path[at] === '.' || path[at] === '[') return at
  return path.length
}

function bracketKey(inside: string): string | number | undefined {
  if (/^\d{1,6}$/u.test(inside)) return Number(inside)
  const quote = inside[0]
  return inside.length >= 2 && (quote === "'" || quote === '"') && inside.endsWith(quote)
    ? inside.slice(1, -1)
    : undefined
}

export function isPartial(call: JsonObject): boolean {
  return call['partialArgs'] !== undefined || call['willContinue'] === true
}

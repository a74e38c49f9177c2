import { refuse, type Shape } from '../../kit/shape/index.ts'
import type { Located } from '../../kit/source/index.ts'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import { numberFrom } from '../../workflow/index.ts'

/** Any value of the file as the JSON a run sees: `10.0` stays a float, and large integers stay exact. */
export function jsonValue(): Shape<JsonValue> {
  return { expected: 'a value', read: (node) => jsonOf(node), schema: () => ({}) }
}

export function jsonTable(): Shape<JsonObject> {
  const expected = 'a table'
  return {
    expected,
    read: (node, place) =>
      node.kind === 'map' ? (jsonOf(node) as JsonObject) : refuse(node, place, expected),
    schema: () => ({ type: 'object' }),
  }
}

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/u

function jsonOf(node: Located): JsonValue {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'number' && PLAIN_NUMBER.test(node.written)
        ? numberFrom(node.written)
        : node.value
    case 'list':
      return node.items.map(jsonOf)
    case 'map': {
      const result: Record<string, JsonValue> = {}
      for (const { key, value } of node.entries)
        Object.defineProperty(result, key, {
          value: jsonOf(value),
          enumerable: true,
          writable: true,
          configurable: true,
        })
      return result
    }
  }
}

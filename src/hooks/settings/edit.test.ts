import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ensured, inserted, nodeAt, removed } from './edit.ts'
import { JsonTextError, parseJsonText, valueOf, type JsonNode } from './jsonc.ts'

/** As JSON has it: without a negative zero. */
const json = fc.jsonValue({ maxDepth: 3 }).map((value): unknown => JSON.parse(JSON.stringify(value)))

/** A value written with blanks, comments and trailing commas wherever they may stand. */
function written(value: unknown, blank: () => string, comma: () => boolean): string {
  const tail = (count: number) => (count > 0 && comma() ? `${blank()},` : '')
  if (Array.isArray(value)) {
    const items = value.map((item) => `${blank()}${written(item, blank, comma)}${blank()}`)
    return `[${items.join(',')}${tail(items.length)}${blank()}]`
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, item]) =>
        `${blank()}${JSON.stringify(key)}${blank()}:${blank()}${written(item, blank, comma)}${blank()}`,
    )
    return `{${members.join(',')}${tail(members.length)}${blank()}}`
  }
  return JSON.stringify(value)
}

const blanks = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', ' // , ] } "\n', '/* { */', ' /* a\n b */ ')
const styled = (value: unknown) =>
  fc.infiniteStream(blanks).chain((stream) =>
    fc.infiniteStream(fc.boolean()).map((commas) =>
      written(
        value,
        () => stream.next().value,
        () => commas.next().value,
      ),
    ),
  )

const container = (text: string, path: readonly string[] = []) =>
  nodeAt(parseJsonText(text), path) as Extract<JsonNode, { kind: 'object' | 'array' }>

describe('reading settings', () => {
  test('any JSON in any style has the value it has without the style', () => {
    fc.assert(
      fc.property(
        json.chain((value) => styled(value).map((text) => ({ value, text }))),
        ({ value, text }) => {
          // a key named __proto__ is a key like any other
          expect(JSON.stringify(valueOf(parseJsonText(text)))).toBe(JSON.stringify(value))
        },
      ),
    )
  })

  test('every cut of a text is read or refused with a place, never anything else', () => {
    const text = '{"a": [1, true, "x\\"y"], // b\n "c": {"d": null,},}'
    for (let cut = 0; cut < text.length; cut += 1)
      expect(() => parseJsonText(text.slice(0, cut)), text.slice(0, cut)).toThrow(JsonTextError)
  })

  test('a text that nests without end is refused', () => {
    expect(() => parseJsonText('['.repeat(100_000))).toThrow('nested')
  })
})

describe('editing settings', () => {
  const objects = fc.dictionary(fc.string(), json).filter((value) => !Object.hasOwn(value, '__proto__'))

  test('a member added to any object is there, last, and everything else is as it was', () => {
    fc.assert(
      fc.property(
        objects
          .filter((value) => !Object.hasOwn(value, 'ours'))
          .chain((value) => styled(value).map((text) => ({ value, text }))),
        ({ value, text }) => {
          const after = inserted(text, container(text), [{ new: true }], 'ours')
          expect(valueOf(parseJsonText(after))).toEqual({ ...value, ours: [{ new: true }] })
          expect(isWoven(text, after)).toBe(true)
        },
      ),
    )
  })

  test('an item added to any list and taken out again leaves the value that was there', () => {
    fc.assert(
      fc.property(
        fc.array(json).chain((value) => styled(value).map((text) => ({ value, text }))),
        ({ value, text }) => {
          const after = inserted(text, container(text), { ours: 1 })
          expect(valueOf(parseJsonText(after))).toEqual([...value, { ours: 1 }])
          const list = container(after)
          if (list.kind !== 'array') throw new Error('not a list')
          expect(valueOf(parseJsonText(removed(after, list, list.items.at(-1)!)))).toEqual(value)
        },
      ),
    )
  })

  test('a path is made only where it is missing', () => {
    expect(ensured('{"a": {"b": [1]}}', ['a', 'b'], [])).toBe('{"a": {"b": [1]}}')
    expect(valueOf(parseJsonText(ensured('{}', ['hooks', 'Stop'], [])))).toEqual({ hooks: { Stop: [] } })
    expect(() => ensured('{"hooks": 3}', ['hooks', 'Stop'], [])).toThrow('not an object')
  })
})

/** Every character of the first text stands in the second, in order, blanks before a bracket aside. */
function isWoven(before: string, after: string): boolean {
  let at = 0
  for (const unit of before.replaceAll(/\s/gu, '')) {
    at = after.indexOf(unit, at) + 1
    if (at === 0) return false
  }
  return true
}

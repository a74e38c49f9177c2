import { expect, test } from 'vitest'
import { entryOf, plainValue, type Located } from './located.ts'
import { sourceText } from './source-text.ts'
import { parseToml } from './toml.ts'

const TEXT = `name = "walk"

[[nodes]]
id = "a"
retry = { max_attempts = 2 }

[[nodes]]
id = "b"
ratio = 10.0

[policy.fs]
read = ["/a/**", '/b']
`

function at(text: string, pick: (root: Located) => number): string {
  const source = sourceText('w.toml', text)
  const { line, column } = source.positionOf(pick(parseToml(source).root!))
  return `${line}:${column}`
}

const node = (root: Located, index: number): Located => {
  const nodes = entryOf(root, 'nodes')!.value
  return nodes.kind === 'list' ? nodes.items[index]! : nodes
}

test('every value of a TOML document knows its place', () => {
  expect(at(TEXT, (root) => entryOf(root, 'name')!.value.start)).toBe('1:8')
  expect(at(TEXT, (root) => node(root, 1).start)).toBe('7:1')
  expect(at(TEXT, (root) => entryOf(node(root, 1), 'id')!.keyStart)).toBe('8:1')
  expect(
    at(TEXT, (root) => entryOf(entryOf(node(root, 0), 'retry')!.value, 'max_attempts')!.value.start),
  ).toBe('5:26')
  expect(at(TEXT, (root) => entryOf(root, 'policy')!.keyStart)).toBe('11:2')
  expect(
    at(TEXT, (root) => {
      const read = entryOf(entryOf(entryOf(root, 'policy')!.value, 'fs')!.value, 'read')!.value
      return read.kind === 'list' ? read.items[1]!.start : -1
    }),
  ).toBe('12:18')
})

test('a float keeps how it was written', () => {
  const ratio = entryOf(node(parseToml(sourceText('w.toml', TEXT)).root!, 1), 'ratio')!.value
  expect(ratio).toMatchObject({ kind: 'scalar', value: 10, written: '10.0' })
})

test('a table called __proto__ is data and reaches nobody', () => {
  const { root } = parseToml(sourceText('w.toml', '[__proto__]\npolluted = true\n'))
  expect(entryOf(root, '__proto__')?.value.kind).toBe('map')
  expect(Object.hasOwn(plainValue(root!) as object, '__proto__')).toBe(true)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test.each([
  ['a = [1,\nb = 2', 'syntax', 2],
  ['a = 1\na = 2\n', 'duplicate-key', 2],
  [`a = ${'['.repeat(5000)}`, undefined, 1],
])('broken text %j is a problem with its place', (text, code, line) => {
  const { root, problems } = parseToml(sourceText('w.toml', text))
  expect(root).toBeUndefined()
  expect(problems).toHaveLength(1)
  expect(problems[0]!.line).toBe(line)
  if (code !== undefined) expect(problems[0]!.code).toBe(code)
})

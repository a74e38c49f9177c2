import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { loadContract, TEMPLATES } from '../../src/contract/index.ts'

const MEBIBYTE = 1_048_576
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-hostile-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The real program with little memory: a file that is held whole, or expanded, would kill it. */
function validate(content: string | Uint8Array): { status: number | null; stderr: string; stdout: string } {
  const file = join(folder, 'contract.yaml')
  writeFileSync(file, content)
  const bin = resolve(import.meta.dirname, '../../src/cli/bin.ts')
  return spawnSync(
    process.execPath,
    ['--max-old-space-size=96', '--import', 'tsx', bin, 'contract', 'validate', file],
    { encoding: 'utf8', timeout: 60_000 },
  )
}

const bomb = `${['a: &a [x, x, x, x, x, x, x, x, x, x]', ...'bcdefghij'.split('').map((name, index) => `${name}: &${name} [${Array.from({ length: 10 }, () => `*${'abcdefghij'[index]}`).join(', ')}]`)].join('\n')}\n`

describe('a file that is no contract is refused with a sentence, exit 2, in little memory', () => {
  const cases: Readonly<Record<string, { content: () => string | Uint8Array; says: string }>> = {
    'an empty file': { content: () => '', says: 'the file is empty' },
    'a binary file': {
      content: () => Uint8Array.from({ length: 4096 }, (_, index) => (index * 37) % 256),
      says: 'not a text file in UTF-8',
    },
    'a text with a control character': {
      content: () => 'name: a\ndescription: "b\u0007"\n',
      says: ':2:16  error [not-text] here stands the control character U+0007',
    },
    'a text in UTF-16': { content: () => Buffer.from('name: a\n', 'utf16le'), says: 'if this is UTF-16' },
    'a file of 50 MB': { content: () => `name: "${'x'.repeat(50 * MEBIBYTE)}"\n`, says: 'the limit is' },
    'brackets nested a hundred thousand deep': {
      content: () => `a: ${'['.repeat(100_000)}`,
      says: 'nested too deeply',
    },
    'mappings nested a thousand deep': {
      content: () => Array.from({ length: 1300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      says: 'nested',
    },
    'dashes nested deep': { content: () => '- '.repeat(50_000), says: 'nested too deeply' },
    'a bomb of anchors': { content: () => bomb, says: 'expands to more than' },
    'the same key twice': { content: () => 'name: a\nname: b\n', says: 'stands twice' },
    'a tag of code': {
      content: () => 'name: !!js/function "function () { return 1 }"\n',
      says: 'custom tags are not read',
    },
    'a half-written document': { content: () => 'name: {a: [1, 2\n', says: 'not valid YAML' },
  }
  for (const [name, { content, says }] of Object.entries(cases))
    test(name, { timeout: 90_000 }, () => {
      const { status, stderr, stdout } = validate(content())
      expect(stderr).toContain(says)
      expect(`${stderr}${stdout}`).not.toMatch(/\n\s+at |node:internal|heap/u)
      expect(status).toBe(2)
    })
})

/** Every place in a document, as a list of keys. */
function placesIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((each, index) => placesIn(each, [...path, index]))]
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, each]) => placesIn(each, [...path, key]))]
}

function withValueAt(document: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  const copy = (Array.isArray(document) ? [...document] : { ...(document as object) }) as Record<
    string | number,
    unknown
  >
  copy[first] = withValueAt(copy[first], rest, value)
  return copy
}

test('a wrong type at any place of a contract is a problem with a place, never a throw', () => {
  const whole: unknown = parse(TEMPLATES['full-governance']!)
  const wrong = [null, true, -1, 1e300, '', 'x', [], [null], {}, { x: 1 }, [['x']], '\u0000']
  let refused = 0
  for (const path of placesIn(whole))
    for (const value of wrong) {
      const { contract, problems } = loadContract('contract.yaml', stringify(withValueAt(whole, path, value)))
      expect(contract !== undefined || problems.length > 0).toBe(true)
      for (const problem of problems)
        expect([problem.line >= 1, problem.column >= 1, problem.message.length > 0]).toEqual([
          true,
          true,
          true,
        ])
      if (contract === undefined) refused += 1
    }
  expect(refused).toBeGreaterThan(500)
})

test('no text, however broken, makes the reader throw', () => {
  const template = TEMPLATES['full-governance']!
  const cut = fc.record({
    from: fc.nat(template.length),
    length: fc.nat(40),
    insert: fc.oneof(
      fc.string(),
      fc.constantFrom(
        '{',
        '[',
        '*a',
        '&a ',
        '<<: ',
        '? ',
        '|\n',
        '\t',
        '"',
        "'",
        '!!x ',
        '---\n',
        '%YAML 9\n',
      ),
    ),
  })
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 4 }), (cuts) => {
      const text = cuts.reduce(
        (result, { from, length, insert }) => result.slice(0, from) + insert + result.slice(from + length),
        template,
      )
      const { contract, problems } = loadContract('contract.yaml', text)
      return contract !== undefined || problems.some(({ level }) => level === 'error')
    }),
    { numRuns: 1500, seed: 11 },
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (text) => {
      const { contract, problems } = loadContract('contract.yaml', text)
      return contract === undefined && problems.length > 0
    }),
    { numRuns: 1500, seed: 12 },
  )
})

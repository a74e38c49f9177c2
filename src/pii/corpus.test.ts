import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { PII_GROUPS, createPiiScanner, redactionMarker, type PiiGroup } from './index.ts'

interface GroupCases {
  readonly group: PiiGroup
  readonly found: readonly { readonly text: string; readonly finds: readonly string[] }[]
  readonly clean: readonly string[]
}

const folder = join(import.meta.dirname, '../../corpus/pii')
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
const cases = files.map((name) => parse(readFileSync(join(folder, name), 'utf8')) as GroupCases)
const benignFiles = readdirSync(join(folder, 'benign'))

const everything = createPiiScanner({ groups: PII_GROUPS })

test('every group has cases', () => {
  expect(cases.map(({ group }) => group).sort()).toEqual([...PII_GROUPS].sort())
  for (const { group, found, clean } of cases) {
    const least = group === 'api_key' ? 40 : 25
    expect([found.length >= least, clean.length >= least], group).toEqual([true, true])
  }
})

describe.each(cases)('$group', ({ group, found, clean }) => {
  const scanner = createPiiScanner({ groups: [group] })

  test.each(found)('is found in $text', ({ text, finds }) => {
    const matches = scanner.scan(text)
    expect(matches.map(({ start, end }) => text.slice(start, end))).toEqual(finds)
    expect(new Set(matches.map((match) => match.group))).toEqual(new Set([group]))
    expect(scanner.has(text)).toBe(true)
  })

  test.each(found)('is redacted whole in $text, with all groups in force', ({ text, finds }) => {
    const { text: redacted } = everything.redact(text)
    for (const value of finds) expect(redacted).not.toContain(value)
    expect(redacted).toContain(redactionMarker(group))
  })

  test.each(clean)('is not in %s', (text) => {
    expect(scanner.scan(text).map(({ start, end }) => text.slice(start, end))).toEqual([])
    expect(scanner.redact(text).text).toBe(text)
    expect(scanner.has(text)).toBe(false)
  })
})

test.each(benignFiles)('nothing is found in benign/%s', (name) => {
  const text = readFileSync(join(folder, 'benign', name), 'utf8')
  const found = everything.scan(text).map(({ group, start, end }) => `${group}: ${text.slice(start, end)}`)
  expect(found).toEqual([])
})

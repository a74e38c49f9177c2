import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ATTACKS, FAULTS, faultIds, PROFILES, readChaos } from '../../src/chaos/index.ts'
import type { JsonObject } from '../../src/model/index.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/chaos.md'), 'utf8')

test('the example of the guide is read as it stands', () => {
  const text = /```yaml\n(?<text>[^`]+)```/u.exec(page)?.groups?.['text'] ?? ''
  const { chaos_matrix: matrix } = parse(text) as { chaos_matrix: (JsonObject & { name: string })[] }
  const ids = matrix.map(({ name: _name, ...section }) => faultIds(readChaos(section)))
  expect(ids).toEqual([
    ['tool.market_data_api.error'],
    ['llm.rate_limit', 'llm.stream_cut'],
    ['context.indirect_injection'],
  ])
})

test('the guide names every fault, attack and profile', () => {
  const missing = [...FAULTS, ...ATTACKS, ...PROFILES].filter(({ name }) => !page.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

test('the guide gives every fault the planes it has', () => {
  const rows = page.split('\n').filter((line) => /^\| (?:tool|llm) `/u.test(line))
  for (const { strikes, name, planes } of FAULTS) {
    const row = rows.find((line) => line.startsWith(`| ${strikes}`) && line.includes(`\`${name}\``)) ?? ''
    const [, , ...cells] = row.split('|').map((cell) => cell.trim())
    const told = ['tool', 'wire', 'boundary'].filter((_plane, at) => cells[at] !== '–')
    expect([name, told]).toEqual([name, planes])
  }
})

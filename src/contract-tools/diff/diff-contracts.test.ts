import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadContract } from '../../contract/index.ts'
import { diffContracts, type Side } from './diff-contracts.ts'

const CORPUS = resolve(import.meta.dirname, '../../../corpus/diff')

/** Sections of `invariants` by their own names, and settings by theirs. */
type Sections = Readonly<Record<string, unknown>>

interface Case {
  readonly name: string
  readonly old: Sections
  readonly new: Sections
  readonly verdict: string
  /** `direction name`. */
  readonly changes: readonly string[]
}

function sideOf({ hard, soft, process, output, recovery, ...settings }: Sections, file: string): Side {
  const given = Object.entries({ hard, soft, process, output }).filter(([, list]) => list !== undefined)
  const text = JSON.stringify({
    dsl_version: '0.4',
    contractspec: '1.0',
    kind: 'agent',
    name: 'case',
    description: '',
    version: '1',
    invariants: Object.fromEntries(given),
    recovery: { strategies: [{ name: 'brief', type: 'inject_correction' }], ...(recovery as object) },
    ...settings,
  })
  const { contract, sources, problems } = loadContract(file, text)
  expect(problems.filter(({ level }) => level === 'error')).toEqual([])
  return { contract: contract!, sources }
}

for (const file of readdirSync(CORPUS))
  describe(file, () => {
    for (const each of parse(readFileSync(join(CORPUS, file), 'utf8')) as Case[])
      test(each.name, () => {
        const [old, next] = [sideOf(each.old, 'old.yaml'), sideOf(each.new, 'new.yaml')]
        const { verdict, changes } = diffContracts(old, next)
        expect({ verdict, changes: changes.map(({ direction, name }) => `${direction} ${name}`) }).toEqual({
          verdict: each.verdict,
          changes: each.changes,
        })
      })
  })

const MIRRORED: Readonly<Record<string, string>> = {
  same: 'same',
  stricter: 'looser',
  looser: 'stricter',
  both: 'both',
}

test('the other way round, stricter is looser', () => {
  for (const file of readdirSync(CORPUS))
    for (const each of parse(readFileSync(join(CORPUS, file), 'utf8')) as Case[]) {
      const back = diffContracts(sideOf(each.new, 'new.yaml'), sideOf(each.old, 'old.yaml'))
      expect([each.name, back.verdict]).toEqual([each.name, MIRRORED[each.verdict]])
    }
})

test('a change has both values and both places', () => {
  const old = sideOf({ process: [{ cost_ceiling: { id: 'budget', max_usd_per_session: 5 } }] }, 'old.yaml')
  const next = sideOf({ process: [{ cost_ceiling: { id: 'budget', max_usd_per_session: 3 } }] }, 'new.yaml')
  expect(diffContracts(old, next).changes).toEqual([
    {
      direction: 'stricter',
      effect: 'stricter',
      name: 'budget',
      operator: 'cost_ceiling',
      parts: [{ name: 'max_usd_per_session', effect: 'stricter', old: 5, new: 3 }],
      old: {
        file: 'old.yaml',
        line: 1,
        column: 181,
        path: 'invariants.process[0].cost_ceiling.max_usd_per_session',
      },
      new: {
        file: 'new.yaml',
        line: 1,
        column: 181,
        path: 'invariants.process[0].cost_ceiling.max_usd_per_session',
      },
    },
  ])
})

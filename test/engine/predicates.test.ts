import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { compileContract, loadContract } from '../../src/contract/index.ts'
import { PREDICATES } from '../../src/contract/predicates/index.ts'
import { evaluate, openSession } from '../../src/engine/index.ts'
import type { AgentEvent, JsonObject } from '../../src/model/index.ts'

/** One case of `corpus/predicates/<name>.yaml`. */
interface Case {
  readonly name: string
  readonly check: JsonObject & { readonly field?: string }
  readonly state?: JsonObject
  /** `held`, `broken`, `missing`, or `refused <problem code>` when the check does not load. */
  readonly expect: string
}

const OUTCOMES: Readonly<Record<string, string>> = {
  'constraint-broken': 'broken',
  'field-missing': 'missing',
}

const folder = new URL('../../corpus/predicates/', import.meta.url)
const FILES = readdirSync(folder)
  .toSorted()
  .map((file) => ({
    predicate: file.replace('.yaml', ''),
    cases: parse(readFileSync(new URL(file, folder), 'utf8')) as readonly Case[],
  }))

function outcomeOf({ check, state = {} }: Case): string {
  const hard = [{ name: 'the-constraint', check }]
  const text = JSON.stringify({
    dsl_version: '0.4',
    contractspec: '1.0',
    kind: 'agent',
    name: 'case',
    description: '',
    version: '1',
    invariants: { hard },
  })
  const { contract, problems } = loadContract('case.yaml', text)
  if (contract === undefined) return `refused ${problems.map(({ code }) => code).join(' ')}`
  const compiled = compileContract(contract)
  const base = { sessionId: 'session', atMs: 0 }
  const declared: AgentEvent = { ...base, seq: 0, kind: 'state', fields: state }
  const { session } = evaluate(compiled, openSession(compiled, 'session'), declared)
  const { decision } = evaluate(compiled, session, { ...base, seq: 1, kind: 'turn-end' })
  const [finding] = decision.findings
  return finding === undefined ? 'held' : (OUTCOMES[finding.code] ?? finding.code)
}

for (const { predicate, cases } of FILES)
  for (const each of cases)
    test(`${predicate}: ${each.name}`, () => {
      expect(Object.keys(each.check)).toContain(predicate)
      expect(outcomeOf(each)).toBe(each.expect)
    })

const COVERED = ['held', 'broken', 'missing'] as const

test.each(PREDICATES)('$name has cases that are held, broken and missing', ({ name, judgesAbsence }) => {
  const cases = FILES.find(({ predicate }) => predicate === name)?.cases ?? []
  const wanted = COVERED.filter((outcome) => outcome !== 'missing' || judgesAbsence !== true)
  expect(wanted.filter((outcome) => cases.every((each) => each.expect !== outcome))).toEqual([])
  const absent = cases.some(
    ({ check, state }) => state !== undefined && !Object.hasOwn(state, check.field ?? ''),
  )
  expect(absent).toBe(true)
})

test('no case is about a predicate that does not exist', () => {
  const known = new Set(PREDICATES.map(({ name }) => name))
  expect(FILES.map(({ predicate }) => predicate).filter((name) => !known.has(name))).toEqual([])
})

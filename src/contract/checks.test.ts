import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { object } from '../kit/shape/index.ts'
import { entryOf, parseYaml, sourceText, type RawProblem } from '../kit/source/index.ts'
import type { JsonObject } from '../model/index.ts'
import { CHECKS } from './checks/index.ts'
import { LEAVES } from './checks/leaves.ts'
import { lexicalSimilarity } from './checks/lexical-similarity.ts'
import { NEGATED_CODE, negated } from './checks/negate.ts'
import type { AnyCheck, CheckResult, CheckSubject } from './define-check.ts'

/** One case of `corpus/checks/<name>.yaml`. */
interface Case {
  readonly name: string
  readonly options?: JsonObject
  readonly negate?: boolean
  readonly subject?: Partial<CheckSubject>
  /** `held`, `not-judged`, `broken <code>`, or `refused <problem code>` when the options do not load. */
  readonly expect: string
  /** The texts that the spans mark, in order. */
  readonly marked?: readonly string[]
  /** Codes of the warnings that loading gives. */
  readonly warns?: readonly string[]
  /** A part of the sentence, or of the reason why nothing was judged. */
  readonly says?: string
}

const folder = new URL('../../corpus/checks/', import.meta.url)

/** Runs of one character would make a case unreadable: `<<a*5000>>` stands for five thousand of them. */
function expanded(text: string): string {
  return text.replaceAll(/<<(.)\*(\d+)>>/gu, (_, unit: string, count: string) => unit.repeat(Number(count)))
}

function casesOf(file: string): readonly Case[] {
  return parse(expanded(readFileSync(new URL(file, folder), 'utf8'))) as readonly Case[]
}

function load(
  check: AnyCheck,
  options: JsonObject,
): { read: Readonly<Record<string, unknown>> | undefined; problems: RawProblem[] } {
  const { root } = parseYaml(sourceText('case.yaml', stringify(options)))
  const problems: RawProblem[] = []
  const place = { path: '', subject: '', lenient: false, report: (raw: RawProblem) => problems.push(raw) }
  const read = object(check.fields).read(root!, place)
  for (const { field, level = 'error', code, complaint } of read === undefined
    ? []
    : (check.inspect?.(read) ?? []))
    problems.push({
      level,
      code,
      path: field,
      offset: entryOf(root, field)?.value.start ?? 0,
      message: complaint,
    })
  return { read, problems }
}

function judge(
  check: AnyCheck,
  options: Readonly<Record<string, unknown>>,
  { negate = false, subject = {} }: Case,
): CheckResult {
  const program = check.compile(options, { clauseId: 'the-clause', similarity: lexicalSimilarity })
  const result = program({ output: '', calls: [], faults: [], state: {}, ...subject })
  return negate ? negated(result) : result
}

function shown(result: CheckResult): string {
  return result.outcome === 'broken' ? `broken ${result.code}` : result.outcome
}

function sentence(check: AnyCheck, result: CheckResult): string {
  if (result.outcome === 'held') return ''
  return result.outcome === 'broken' ? check.wording[result.code]!.says(result.params) : result.why
}

for (const check of CHECKS) {
  const file = `${check.name.replaceAll('_', '-')}.yaml`
  const cases = readdirSync(folder).includes(file) ? casesOf(file) : []

  test(`${check.name} has cases for held, broken and negated`, () => {
    const outcomes = new Set(cases.map(({ expect: expected }) => expected.split(' ')[0]))
    expect([...outcomes]).toEqual(expect.arrayContaining(['held', 'broken']))
    expect(cases.some(({ negate }) => negate === true)).toBe(true)
    expect(cases.length).toBeGreaterThanOrEqual(6)
  })

  for (const one of cases)
    test(`${check.name}: ${one.name}`, () => {
      const { read, problems } = load(check, one.options ?? {})
      const errors = problems.filter(({ level }) => level !== 'warning')
      if (one.expect.startsWith('refused ')) {
        expect(errors.map(({ code }) => `refused ${code}`)).toContain(one.expect)
        expect(errors.map(({ message }) => message).join('\n')).toContain(one.says ?? '')
        return
      }
      expect(errors).toEqual([])
      expect(problems.map(({ code }) => code)).toEqual(one.warns ?? [])
      const result = judge(check, read!, one)
      expect(shown(result), sentence(check, result)).toBe(one.expect)
      expect(sentence(check, result)).toContain(one.says ?? '')
      if (one.marked !== undefined) expect(marked(result, one.subject?.output ?? '')).toEqual(one.marked)
    })
}

function marked(result: CheckResult, output: string): readonly string[] {
  if (result.outcome !== 'broken') return []
  return (result.spans ?? []).map(({ start, end }) => output.slice(start, end))
}

test('every case file belongs to a check', () => {
  const names = new Set(CHECKS.map(({ name }) => `${name.replaceAll('_', '-')}.yaml`))
  expect(readdirSync(folder).filter((file) => !names.has(file))).toEqual([])
})

test('checks are listed once, and every one says what its negation means', () => {
  expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(CHECKS.length)
  for (const { name, wording } of CHECKS) expect(Object.keys(wording), name).toContain(NEGATED_CODE)
})

test('every check that is not a combination can be part of one', () => {
  const combinations = CHECKS.filter((check) => !LEAVES.includes(check)).map(({ name }) => name)
  expect(combinations).toEqual(['all_of', 'any_of'])
  expect(LEAVES.every((check) => CHECKS.includes(check))).toBe(true)
})

test('a finding about personal data carries a piece of the answer without the value', () => {
  const check = CHECKS.find(({ name }) => name === 'excludes_pii')!
  const { read } = load(check, {})
  const output = `${'x '.repeat(200)}ann.lee@example.org and more`
  const result = judge(check, read!, { name: '', expect: '', subject: { output } })
  expect(result).toMatchObject({
    outcome: 'broken',
    params: { redacted: expect.stringContaining('[REDACTED_EMAIL] and more') },
  })
  expect(JSON.stringify(result)).not.toContain('ann.lee')
})

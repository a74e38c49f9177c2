import { expect, test } from 'vitest'
import { flag, required } from '../kit/shape/index.ts'
import { loadContract } from './read/load-contract.ts'
import { judgeOutput } from './check-program.ts'
import type { ClauseSource } from './contract.ts'
import { defineCheck, type CheckSubject } from './define-check.ts'
import { defineOperator } from './define-operator.ts'
import { messageOf, remedyOf } from './message.ts'
import { NO_FACTS } from './facts.ts'
import { vocabulary } from './vocabulary.ts'

const POLITE = defineCheck({
  name: 'polite',
  summary: 'The answer thanks.',
  fields: { loudly: required(flag(), 'Whether it must shout.') },
  wording: { rude: { says: ({ loudly }) => (loudly === true ? 'nobody was thanked loudly' : 'no thanks') } },
  compile:
    ({ loudly }) =>
    ({ output }) =>
      output.includes(loudly ? 'THANK' : 'Thank')
        ? { outcome: 'held' }
        : { outcome: 'broken', code: 'rude', params: { loudly } },
})

const WORDS = vocabulary({ checks: [POLITE] })
const NOBODY: Omit<CheckSubject, 'output'> = { calls: [], faults: [], state: {} }

function contractOf(invariant: string) {
  return loadContract(
    'contract.yaml',
    `dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: x\ndescription: ""\nversion: "1"\ninvariants:\n  output:\n    - ${invariant}\n`,
    { vocabulary: WORDS },
  )
}

function sentenceAbout(source: ClauseSource, output: string): string | undefined {
  const result = judgeOutput(source, WORDS.checks.get(source.operator)!)({ ...NOBODY, output })
  if (result.outcome !== 'broken') return undefined
  const { id: clauseId, operator, level, severity, location } = source
  const { code, params } = result
  // without the plugin, as whoever reads a record later
  return messageOf({
    clauseId,
    operator,
    code,
    level,
    severity,
    verdict: 'deny',
    params,
    location,
    counted: true,
  })
}

test.each([
  ['alone', '{id: a, type: polite, loudly: false}', 'Go away.', 'no thanks'],
  [
    'negated',
    '{id: a, type: polite, loudly: false, negate: true}',
    'Thank you.',
    '`polite` holds, and must not',
  ],
  [
    'as a part of another check',
    '{id: a, type: all_of, checks: [{type: polite, loudly: true}]}',
    'Thank you.',
    'nobody was thanked loudly',
  ],
  [
    'deep inside',
    '{id: a, type: all_of, checks: [{type: any_of, checks: [{type: polite, loudly: true}]}]}',
    'Thank you.',
    'none of the checks holds: nobody was thanked loudly',
  ],
])('a check of a plugin is told in its own words: %s', (_, invariant, output, sentence) => {
  const { contract, problems } = contractOf(invariant)
  expect(problems).toEqual([])
  expect(sentenceAbout(contract!.clauses[0]!, output)).toBe(sentence)
})

test('the fields of a check inside another are read with their places', () => {
  const { problems } = contractOf('{id: a, type: any_of, checks: [{type: polite, loudli: true}]}')
  expect(problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
    '9:38 invariants.output[0].checks[0].loudly is required and must be true or false',
    '9:53 unknown key `loudli` in invariants.output[0].checks[0]',
  ])
})

test('a check that answers later is no pass', () => {
  const late = { ...POLITE, name: 'late', compile: () => async () => ({ outcome: 'held' }) }
  const { checks } = vocabulary({ checks: [late as unknown as typeof POLITE] })
  const judge = checks.get('late')!.compile(
    {},
    {
      clauseId: 'a',
      similarity: { measure: '', score: () => 0 },
    },
  )
  expect(() => judge({ ...NOBODY, output: 'Thank you.' })).toThrow('a check must return one of the outcomes')
})

test('a sentence that cannot be made leaves the finding and its verdict', () => {
  const speechless = defineOperator({
    name: 'speechless',
    summary: 'For tests.',
    fields: {},
    listensTo: ['tool-call'],
    level: 'soft',
    wording: {
      no: {
        says: () => {
          throw new Error('no words')
        },
      },
    },
    compile: () => ({
      initial: null,
      step: () => ({ state: null, objections: [{ code: 'no', verdict: 'deny', params: {} }] }),
    }),
  })
  const { operators } = vocabulary({ operators: [speechless] })
  const program = operators.get('speechless')!.compile({}, { clauseId: 'a', seed: 0 })
  const call = {
    kind: 'tool-call',
    sessionId: 's',
    seq: 0,
    atMs: 0,
    callId: 'c',
    tool: 't',
    args: {},
  } as const
  const [objection] = program.step(null, call, NO_FACTS)!.objections!
  expect(objection).toEqual({ code: 'no', verdict: 'deny', params: {} })
  const finding = {
    ...objection!,
    clauseId: 'a',
    operator: 'speechless',
    level: 'soft',
    severity: 'medium',
    location: { file: 'c.yaml', line: 1, column: 1 },
    counted: true,
  } as const
  expect([messageOf(finding), remedyOf(finding)]).toEqual(['speechless: no', undefined])
})

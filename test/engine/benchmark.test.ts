import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { check } from '../../src/cli/commands/check.ts'
import type { CliIo } from '../../src/cli/io.ts'
import { loadContract } from '../../src/contract/index.ts'
import type { JsonValue } from '../../src/model/index.ts'

interface Expected {
  readonly hard_violations: number
  readonly soft_violations: number
  readonly verdict: 'compliant' | 'soft_violation' | 'hard_breach'
}

/** One file of `corpus/benchmark/scenarios`: a state that keeps every promise, and how each scenario differs. */
interface ScenarioFile {
  readonly contract: string
  readonly base: Readonly<Record<string, JsonValue>>
  readonly scenarios: readonly {
    readonly name: string
    readonly with?: Readonly<Record<string, JsonValue>>
    readonly without?: readonly string[]
    readonly expected: Expected
  }[]
}

const folder = new URL('../../corpus/benchmark/', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, folder), 'utf8')
const CONTRACTS = readdirSync(new URL('contracts/', folder)).toSorted()
const SCENARIOS = readdirSync(new URL('scenarios/', folder))
  .toSorted()
  .map((file) => parse(textOf(`scenarios/${file}`)) as ScenarioFile)

const LEAST_SCENARIOS = 290

function stateOf(
  base: ScenarioFile['base'],
  scenario: ScenarioFile['scenarios'][number],
): Record<string, JsonValue> {
  const gone = new Set(scenario.without)
  return Object.fromEntries(Object.entries({ ...base, ...scenario.with }).filter(([key]) => !gone.has(key)))
}

/** A world that holds the contracts of the corpus and the questions on standard input. */
function batchIo(lines: readonly string[]): { io: CliIo; out: () => string; err: () => string } {
  let out = ''
  let err = ''
  const io: CliIo = {
    cwd: '/',
    env: {},
    colour: false,
    columns: 100,
    nowMs: () => 0,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    readText: (path) => ({ ok: true, file: path, text: textOf(`contracts/${path}`) }),
    async *lines() {
      yield* lines
    },
  }
  return { io, out: () => out, err: () => err }
}

test.each(CONTRACTS)('%s loads, and nothing is said but that it names no language version', (file) => {
  const { contract, problems } = loadContract(file, textOf(`contracts/${file}`))
  expect(problems.map(({ code }) => code)).toEqual(['missing-dsl-version'])
  expect(contract?.name).toBe(file.replace('.yaml', ''))
})

test('every contract has its scenarios, and there are enough of them', () => {
  expect(SCENARIOS.map(({ contract }) => `${contract}.yaml`)).toEqual(CONTRACTS)
  expect(SCENARIOS.flatMap(({ scenarios }) => scenarios).length).toBeGreaterThanOrEqual(LEAST_SCENARIOS)
})

test('all scenarios are judged right in one batch', async () => {
  const questions = SCENARIOS.flatMap(({ contract, base, scenarios }) =>
    scenarios.map((scenario) => ({ contract, scenario, state: stateOf(base, scenario) })),
  )
  const { io, out, err } = batchIo(
    questions.map(({ contract, state }) => JSON.stringify({ contract: `${contract}.yaml`, state })),
  )
  const exit = await check.run([], { batch: '-' }, io)
  const answers = out()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Expected & { readonly error?: string })
  expect(err()).toBe('')
  expect(exit).toBe(1)
  expect(answers).toHaveLength(questions.length)
  const told = answers.map(({ hard_violations, soft_violations, verdict, error }, index) => ({
    scenario: `${questions[index]!.contract}: ${questions[index]!.scenario.name}`,
    expected: error ?? { hard_violations, soft_violations, verdict },
  }))
  expect(told).toEqual(
    questions.map(({ contract, scenario }) => ({
      scenario: `${contract}: ${scenario.name}`,
      expected: scenario.expected,
    })),
  )
})

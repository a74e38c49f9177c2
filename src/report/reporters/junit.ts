import type { RunCell, RunResult } from '../../lab/run-result.ts'
import { defineReporter } from '../reporter.ts'
import { failureSentence, ledgerSentence } from '../sentences.ts'

/** One suite for each scenario, one case for each invariant. */
export const junitReporter = defineReporter({
  name: 'junit',
  summary: 'JUnit XML, as build servers read it.',
  endings: ['.xml'],
  render({ result }) {
    const suites = result.scenarios.map(({ name }) => suite(name, result))
    const all = result.cells
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites${attributes({ name: result.contract?.name ?? result.kind, ...tally(all) })}>`,
      ...suites,
      '</testsuites>',
      '',
    ].join('\n')
  },
})

function suite(scenario: string, { cells }: RunResult): string {
  const own = cells.filter((cell) => cell.scenario === scenario)
  return [
    `  <testsuite${attributes({ name: scenario, ...tally(own) })}>`,
    ...own.map(testcase),
    '  </testsuite>',
  ].join('\n')
}

type Part = 'failures' | 'errors' | 'skipped' | undefined

/** What could not be judged is an error and not skipped: a build that skips a check has not passed it. */
const PART: Record<RunCell['outcome'], Part> = {
  pass: undefined,
  fail: 'failures',
  flaky: 'failures',
  error: 'errors',
  undecided: 'errors',
  vacuous: 'skipped',
  'not-applicable': 'skipped',
}

const ELEMENT = { failures: 'failure', errors: 'error', skipped: 'skipped' } as const

function tally(cells: readonly RunCell[]): Record<string, string | number> {
  const number = (part: Part): number => cells.filter(({ outcome }) => PART[outcome] === part).length
  return {
    tests: cells.length,
    failures: number('failures'),
    errors: number('errors'),
    skipped: number('skipped'),
  }
}

function testcase(cell: RunCell): string {
  const { invariant, scenario, outcome, why, severity, failures } = cell
  const open = `    <testcase${attributes({ name: invariant, classname: scenario })}`
  const part = PART[outcome]
  if (part === undefined) return `${open}/>`
  const [first] = failures
  const message = first === undefined ? (why ?? outcome) : failureSentence(first)
  const type = part === 'skipped' ? {} : { type: `${outcome}.${severity}` }
  const element = ELEMENT[part]
  const inner =
    part === 'skipped'
      ? `<skipped${attributes({ message: `${outcome}: ${why ?? ''}` })}/>`
      : `<${element}${attributes({ message, ...type })}>${escaped(details(cell))}</${element}>`
  return `${open}>\n      ${inner}\n    </testcase>`
}

function details({ failures, trials }: RunCell): string {
  return failures
    .flatMap((failure) => [
      `trial ${failure.trial + 1} (${trials.passed} of ${trials.total} held)`,
      `prompt: ${failure.prompt}`,
      ...(failure.answer === undefined ? [] : [`answer: ${failure.answer}`]),
      failureSentence(failure),
      ...failure.ledger.map((line) => `fired: ${ledgerSentence(line)}`),
      ...(failure.finding === undefined
        ? []
        : [`rule: ${failure.finding.location.file}:${failure.finding.location.line}`]),
      `again: ${failure.repeat}`,
      '',
    ])
    .join('\n')
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

// oxlint-disable no-control-regex -- control characters are not allowed in XML at all
/** Agent text cannot end its element, and what XML does not know is replaced. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff\p{Cs}]/gu, '\ufffd')
    .replace(/[&<>"']/gu, (unit) => ENTITIES[unit]!)
}

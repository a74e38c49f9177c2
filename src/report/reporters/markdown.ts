import type { Outcome, RunResult } from '../../lab/run-result.ts'
import { cleanText, oneLine } from '../clean-text.ts'
import { troubles, type Trouble } from '../failed-cells.ts'
import { defineReporter } from '../reporter.ts'
import { countsLine, failureSentence, ledgerSentence, OUTCOME_WORD, verdictLine } from '../sentences.ts'

const MOST_TROUBLES = 20
const LONGEST_TEXT_CHARS = 400

const SIGN: Record<Outcome, string> = {
  pass: '✅',
  fail: '❌',
  error: '💥',
  flaky: '⚠️',
  vacuous: '⚪',
  undecided: '❔',
  'not-applicable': '–',
}

/** For the summary of a build or a comment on a pull request. */
export const markdownReporter = defineReporter({
  name: 'markdown',
  summary: 'A matrix and its failures for a pull request.',
  endings: ['.md'],
  render: ({ result }) =>
    [
      `## ${text(result.contract?.name ?? result.kind)}: ${text(verdictLine(result))}`,
      '',
      `${text(countsLine(result))} · agent ${code(result.agent)} · seed ${code(String(result.seed))}`,
      '',
      ...matrix(result),
      '',
      ...failures(result),
    ].join('\n'),
})

function matrix({ scenarios, invariants, cells }: RunResult): readonly string[] {
  const names = scenarios.map(({ name }) => name)
  const row = (parts: readonly string[]): string => `| ${parts.join(' | ')} |`
  return [
    row(['promise', ...names.map(text)]),
    row(['---', ...names.map(() => ':-:')]),
    ...invariants.map(({ id, severity }) =>
      row([
        `${text(id)} <sub>${severity}</sub>`,
        ...names.map((name) => {
          const cell = cells.find(({ invariant, scenario }) => invariant === id && scenario === name)
          if (cell === undefined) return ''
          const rate = cell.trials.total > 1 ? ` ${cell.trials.passed}/${cell.trials.total}` : ''
          return `${SIGN[cell.outcome]} ${OUTCOME_WORD[cell.outcome]}${rate}`
        }),
      ]),
    ),
  ]
}

function failures(result: RunResult): readonly string[] {
  const all = troubles(result)
  const shown = all.slice(0, MOST_TROUBLES).flatMap(trouble)
  const more = all.length - MOST_TROUBLES
  return more > 0 ? [...shown, `… and ${more} more`, ''] : shown
}

function trouble({ cell, failure, location }: Trouble): readonly string[] {
  const where = location === undefined ? '' : ` at ${code(`${location.file}:${location.line}`)}`
  const title = `${SIGN[cell.outcome]} <b>${text(cell.invariant)}</b> under <b>${text(cell.scenario)}</b>`
  if (failure === undefined) return [`- ${title}: ${text(cell.why ?? cell.outcome)}`, '']
  return [
    '<details>',
    `<summary>${title}: ${text(failureSentence(failure))}</summary>`,
    '',
    `Promise${where}. Asked:`,
    '',
    ...block(failure.prompt),
    ...(failure.answer === undefined ? [] : ['Answered:', '', ...block(failure.answer)]),
    ...(failure.ledger.length === 0
      ? []
      : [`Fired: ${text(failure.ledger.map(ledgerSentence).join('; '))}`, '']),
    'Again:',
    '',
    ...block(failure.repeat),
    '</details>',
    '',
  ]
}

/** Agent text stays text: no tags, no links, no table cells. */
function text(value: string): string {
  return oneLine(value, LONGEST_TEXT_CHARS)
    .replace(/[&<>]/gu, (unit) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[unit]!)
    .replace(/[\\`*_{}[\]|#!@~]/gu, (unit) => `&#${unit.codePointAt(0)};`)
}

function code(value: string): string {
  const clean = oneLine(value, LONGEST_TEXT_CHARS)
  return clean.includes('`') || clean.includes('|') ? text(clean) : `\`${clean}\``
}

/** Indented, because no run of backticks in the text can end it. */
function block(value: string): readonly string[] {
  const lines = value
    .slice(0, 4 * LONGEST_TEXT_CHARS)
    .split('\n')
    .map(cleanText)
  return [...lines.map((line) => `    ${line}`), '']
}

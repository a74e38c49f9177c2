import pico from 'picocolors'
import type { CellFailure, Outcome, RunCell, RunResult, RunTiming } from '../../lab/run-result.ts'
import { cleanText, oneLine, widthOf, wrapped } from '../clean-text.ts'
import { matrixBlocks, type TableBlock } from '../matrix-table.ts'
import { defineReporter, PLAIN, type RunReport } from '../reporter.ts'
import { count, countsLine, failureSentence, ledgerSentence, verdictLine } from '../sentences.ts'

type Colours = ReturnType<typeof pico.createColors>

const COLOUR = {
  pass: 'green',
  fail: 'red',
  error: 'red',
  flaky: 'red',
  vacuous: 'yellow',
  undecided: 'yellow',
  'not-applicable': 'dim',
} as const satisfies Record<Outcome, keyof Colours>

const VERDICT_COLOUR = { kept: 'green', broken: 'red', undecided: 'yellow' } as const

/** Evidence of so many cells is read; the rest is in the other reports. */
const MOST_FAILURES = 20

/** What people read first: what failed and how to see it again, then the matrix, then the verdict. */
export const terminalReporter = defineReporter({
  name: 'terminal',
  summary: 'The matrix for people, failures first.',
  endings: ['.txt'],
  render(report, style = PLAIN) {
    const paint = pico.createColors(style.colour)
    const width = Math.max(40, style.columns)
    return [
      head(report, paint, width),
      ...failures(report.result, paint, width),
      ...shown(report.result, paint, width),
      ...matrixBlocks(report.result, width).map((block) => table(block, paint)),
      tail(report, paint, width),
    ]
      .filter((part) => part !== '')
      .join('\n')
  },
})

function head({ result: { contract, kind, agent, seed } }: RunReport, paint: Colours, width: number): string {
  const name = contract === undefined ? kind : `${contract.name} (${kind})`
  return `${paint.bold(oneLine(name, width))}\n${paint.dim(oneLine(`${agent}, seed ${String(seed)}`, width))}\n`
}

function failures({ cells }: RunResult, paint: Colours, width: number): readonly string[] {
  const failed = cells.filter((cell) => cell.failures.length > 0 && cell.outcome !== 'pass')
  const parts = failed.slice(0, MOST_FAILURES).map((cell) => failure(cell, cell.failures[0]!, paint, width))
  const more = failed.length - MOST_FAILURES
  return more > 0 ? [...parts, `… and ${count(more, 'failed cell')} more\n`] : parts
}

function failure(
  { invariant, scenario, severity, outcome, trials }: RunCell,
  evidence: CellFailure,
  paint: Colours,
  width: number,
): string {
  const where = evidence.finding?.location
  const rate = trials.total > 1 ? `, ${trials.passed} of ${trials.total} trials held` : ''
  const title = oneLine(`${invariant} @ ${scenario}`, width - 10)
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['found', failureSentence(evidence)],
    ['prompt', evidence.prompt],
    ['answer', evidence.answer],
    ['fired', evidence.ledger.length === 0 ? undefined : evidence.ledger.map(ledgerSentence).join('; ')],
    ['rule', where === undefined ? undefined : `${where.file}:${where.line}:${where.column}`],
  ]
  const lines = rows.flatMap(([label, text]) =>
    text === undefined ? [] : [`    ${paint.dim(label.padEnd(7))}${oneLine(text, width - 11)}`],
  )
  return [
    `${paint[COLOUR[outcome]](outcome.padEnd(6))} ${paint.bold(title)}`,
    `    ${paint.dim(`${severity}${rate}`)}`,
    ...lines,
    // whole, however long it is: it is there to be copied
    `    ${paint.dim('again'.padEnd(7))}${cleanText(evidence.repeat)}`,
    '',
  ].join('\n')
}

/** Cells that show nothing say why; one line for each reason. */
function shown({ cells, warnings }: RunResult, paint: Colours, width: number): readonly string[] {
  const reasons = new Map<string, number>()
  for (const { outcome, why, scenario } of cells)
    if (why !== undefined && (outcome === 'vacuous' || outcome === 'undecided')) {
      const key = `${outcome} in ${scenario}: ${why}`
      reasons.set(key, (reasons.get(key) ?? 0) + 1)
    }
  const lines = [
    ...Array.from(
      reasons,
      ([text, number]) =>
        `${paint.yellow('!')} ${wrapped(cleanText(`${count(number, 'cell')} ${text}`), width - 2)}`,
    ),
    ...warnings.map(({ message }) => `${paint.yellow('!')} ${wrapped(cleanText(message), width - 2)}`),
  ]
  return lines.length === 0 ? [] : [`${lines.join('\n')}\n`]
}

function table({ nameWidth, widths, heads, rows }: TableBlock, paint: Colours): string {
  const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))
  const top = `${' '.repeat(nameWidth)}${heads.map((name, at) => `  ${pad(name, widths[at]!)}`).join('')}`
  const body = rows.map(({ name, cells }) => {
    const texts = cells.map(({ text, cell }, at) => {
      const padded = pad(oneLine(text, widths[at]!), widths[at]!)
      return `  ${cell === undefined ? padded : paint[COLOUR[cell.outcome]](padded)}`
    })
    return `${pad(name, nameWidth)}${texts.join('')}`.trimEnd()
  })
  return `${[paint.bold(top.trimEnd()), ...body].join('\n')}\n`
}

function tail({ result, timing, id }: RunReport, paint: Colours, width: number): string {
  const { verdict, usage, similarity, scenarios } = result
  const cost = usage.costUsd > 0 ? `, $${usage.costUsd.toFixed(4)}` : ''
  const boundary = scenarios.flatMap(({ name, faults }) =>
    faults.some(({ plane }) => plane === 'boundary') ? [name] : [],
  )
  const numbers = `${count(result.cells.length, 'cell')}: ${countsLine(result)}; ${count(usage.answers, 'answer')}${cost}${timed(timing)}`
  const notes = [
    numbers,
    ...(similarity === undefined ? [] : [`texts are compared by ${similarity}`]),
    ...(boundary.length === 0
      ? []
      : [`injected around the whole agent, which is a black box here: ${boundary.join(', ')}`]),
    ...(id === undefined ? [] : [`run ${id}`]),
  ]
  return [
    paint[VERDICT_COLOUR[verdict]](wrapped(verdictLine(result), width)),
    ...notes.map((note) => paint.dim(wrapped(cleanText(note), width))),
    '',
  ].join('\n')
}

function timed(timing: RunTiming | undefined): string {
  if (timing === undefined) return ''
  const { durationMs, latencyMs } = timing
  const seconds = `, ${(durationMs / 1000).toFixed(1)} s`
  return latencyMs === undefined ? seconds : `${seconds}, p95 ${Math.round(latencyMs.p95)} ms`
}

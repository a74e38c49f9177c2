import { HoldfastError } from '../../kit/errors.ts'
import {
  compareRuns,
  DEFAULT_LEVEL,
  type CellChange,
  type RunComparison,
  type Side,
} from '../../lab/compare/compare-runs.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo } from '../io.ts'
import { keptRun } from '../kept-run.ts'
import { paintFor, shown } from '../paint.ts'

export const compare = defineCommand({
  name: 'compare',
  summary: 'Say what changed between two runs, and what may be chance.',
  args: '<before> <after>',
  options: [
    {
      flags: '--level <share>',
      summary: `how often two runs of the same thing may be called different (${DEFAULT_LEVEL})`,
    },
    { flags: '--json', summary: 'the whole comparison as JSON' },
  ],
  examples: [
    {
      line: 'holdfast compare main.json branch.json',
      explains: 'files of results, or the names of runs in .holdfast/runs; exit 1 on a regression',
    },
  ],
  async run([before = '', after = ''], options, io) {
    const comparison = compareRuns(keptRun(before, io), keptRun(after, io), levelOf(options))
    if (options['json'] === true) io.out(`${JSON.stringify(comparison, null, 2)}\n`)
    else print(comparison, io)
    return comparison.change === 'regression' || comparison.change === 'mixed' ? 1 : 0
  },
})

function levelOf({ level = String(DEFAULT_LEVEL) }: OptionValues): number {
  const value = Number(level)
  if (value > 0 && value < 1) return value
  throw new HoldfastError('HF_USAGE', `--level must be between 0 and 1, not \`${String(level)}\``)
}

const ORDER: readonly CellChange['change'][] = [
  'regression',
  'unstable',
  'improvement',
  'only-before',
  'only-after',
]

/** What changed, the worst first; what did not is only counted. */
function print(
  { change, scoreBefore, scoreAfter, together, cells, cautions, level }: RunComparison,
  io: CliIo,
): void {
  const paint = paintFor(io)
  const colour = {
    regression: paint.red,
    mixed: paint.red,
    improvement: paint.green,
    unstable: paint.yellow,
    unchanged: paint.bold,
  }
  io.out(`${colour[change](change)}  score ${scoreOf(scoreBefore)} → ${scoreOf(scoreAfter)}\n`)
  for (const caution of cautions) io.out(`${paint.yellow('mind')}  ${shown(caution)}\n`)
  for (const kind of ORDER)
    for (const cell of cells.filter((each) => each.change === kind))
      io.out(
        `  ${kind.padEnd(11)}  ${shown(`${cell.invariant} under ${cell.scenario}`, 60)}  ${paint.dim(evidenceOf(cell))}\n`,
      )
  if (together !== undefined)
    io.out(`  all cells together: ${together.change}, p = ${together.pValue.toFixed(4)}\n`)
  const same = cells.filter((cell) => cell.change === 'unchanged').length
  io.out(
    paint.dim(
      `${same} of ${cells.length} cells unchanged; two runs of the same thing are called different in at most ${level * 100} % of comparisons\n`,
    ),
  )
}

function evidenceOf({ before, after, pValue }: CellChange): string {
  const p = pValue === undefined ? '' : `, p = ${pValue.toFixed(4)}`
  return `${sideOf(before)} → ${sideOf(after)}${p}`
}

function sideOf(side: Side | undefined): string {
  return side === undefined ? 'not there' : `${side.outcome} ${side.passed}/${side.trials}`
}

function scoreOf(score: number | undefined): string {
  return score === undefined ? 'not measured' : score.toFixed(2)
}

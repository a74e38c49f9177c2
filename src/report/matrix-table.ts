import type { RunCell, RunResult } from '../lab/run-result.ts'
import { oneLine, widthOf } from './clean-text.ts'
import { OUTCOME_WORD } from './sentences.ts'

const WIDEST_NAME = 34
const WIDEST_COLUMN = 18
const GAP = 2

/** One cell as it stands in the table, and the cell itself so that it can be coloured. */
export interface TableCell {
  readonly text: string
  readonly cell?: RunCell
}

export interface TableRow {
  readonly name: string
  readonly cells: readonly TableCell[]
}

/** As many scenarios as fit beside each other; the rest comes below in further blocks. */
export interface TableBlock {
  readonly nameWidth: number
  readonly widths: readonly number[]
  readonly heads: readonly string[]
  readonly rows: readonly TableRow[]
}

export function matrixBlocks(result: RunResult, columns: number): readonly TableBlock[] {
  const { invariants, scenarios, cells } = result
  const byKey = new Map(cells.map((cell) => [keyOf(cell.invariant, cell.scenario), cell]))
  const nameWidth = Math.min(WIDEST_NAME, Math.max(...invariants.map(({ id }) => widthOf(id)), 4))
  const widths = scenarios.map(({ name }) => {
    const texts = invariants.map(({ id }) => cellText(byKey.get(keyOf(id, name)), result).length)
    return Math.min(WIDEST_COLUMN, Math.max(widthOf(name), ...texts))
  })
  return blocksOf(widths, columns - nameWidth).map((indexes) => ({
    nameWidth,
    widths: indexes.map((index) => widths[index]!),
    heads: indexes.map((index) => oneLine(scenarios[index]!.name, widths[index]!)),
    rows: invariants.map(({ id }) => ({
      name: oneLine(id, nameWidth),
      cells: indexes.map((index) => {
        const cell = byKey.get(keyOf(id, scenarios[index]!.name))
        return cell === undefined ? { text: '' } : { text: cellText(cell, result), cell }
      }),
    })),
  }))
}

function keyOf(invariant: string, scenario: string): string {
  return `${invariant}\u0000${scenario}`
}

/** `fail`, and with several trials how many of them held: `flaky 18/20`. */
function cellText(cell: RunCell | undefined, { trials }: RunResult): string {
  if (cell === undefined) return ''
  const word = OUTCOME_WORD[cell.outcome]
  return trials > 1 && cell.trials.total > 0 ? `${word} ${cell.trials.passed}/${cell.trials.total}` : word
}

function blocksOf(widths: readonly number[], room: number): readonly (readonly number[])[] {
  const blocks: number[][] = []
  let used = 0
  widths.forEach((width, index) => {
    const last = blocks.at(-1)
    if (last !== undefined && used + GAP + width <= room) {
      last.push(index)
      used += GAP + width
    } else {
      blocks.push([index])
      used = GAP + width
    }
  })
  return blocks
}

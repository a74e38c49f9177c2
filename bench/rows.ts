// One line per thing measured: its figure, how many times the control it is, and whether it clears its bar.
export interface Row {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly timesControl?: number
  /** The figure it must not exceed, or must reach when `isAtLeast`. */
  readonly bar?: number
  readonly isAtLeast?: boolean
}

export function printRows(title: string, rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length))
  console.log(`\n${title}`)
  for (const row of rows) {
    const ratio = row.timesControl === undefined ? '' : `${row.timesControl.toFixed(2)}× control`
    console.log(
      `  ${row.name.padEnd(width)}  ${shown(row.value, row.unit).padStart(12)}  ${ratio.padStart(16)}  ${verdict(row)}`.trimEnd(),
    )
  }
}

function verdict({ value, unit, bar: limit, isAtLeast = false }: Row): string {
  if (limit === undefined) return ''
  const isMet = isAtLeast ? value >= limit : value <= limit
  return `${isMet ? 'meets' : 'MISSES'} the bar of ${isAtLeast ? '≥' : '≤'} ${shown(limit, unit)}`
}

function shown(value: number, unit: string): string {
  if (unit !== 'ns') return `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`
  if (value < 1_000) return `${value.toFixed(0)} ns`
  return value < 1_000_000 ? `${(value / 1_000).toFixed(2)} µs` : `${(value / 1_000_000).toFixed(2)} ms`
}

/**
 * Few combinations such that every pair of answers to two different turns occurs in one of them. Turns are added
 * one at a time: first the combinations there are get the value that covers most, then what is left gets its own.
 */
export function pairwise(sizes: readonly number[]): readonly (readonly number[])[] {
  const order = sizes
    .map((_, turn) => turn)
    .sort((left, right) => sizes[right]! - sizes[left]! || left - right)
  let rows: (number | undefined)[][] = [[]]
  for (const [position, turn] of order.entries()) {
    const earlier = order.slice(0, position)
    const size = Math.max(1, sizes[turn]!)
    rows =
      position === 0
        ? values(size).map((value) => rowWith(turn, value))
        : extended(rows, earlier, turn, size, sizes)
  }
  // a place no pair needs takes the first answer
  return rows.map((row) => sizes.map((_, turn) => row[turn] ?? 0))
}

function extended(
  rows: (number | undefined)[][],
  earlier: readonly number[],
  turn: number,
  size: number,
  sizes: readonly number[],
): (number | undefined)[][] {
  const open = new Set<string>()
  for (const other of earlier)
    for (const theirs of values(Math.max(1, sizes[other]!)))
      for (const ours of values(size)) open.add(pairName(other, theirs, ours))
  const closedBy = (row: readonly (number | undefined)[], value: number) =>
    earlier.filter((other) => row[other] !== undefined && open.has(pairName(other, row[other], value)))
  for (const row of rows) {
    let best = 0
    for (const value of values(size))
      if (closedBy(row, value).length > closedBy(row, best).length) best = value
    for (const other of closedBy(row, best)) open.delete(pairName(other, row[other]!, best))
    row[turn] = best
  }
  const added: (number | undefined)[][] = []
  for (const name of open) {
    const [other, theirs, ours] = name.split(':').map(Number) as [number, number, number]
    const room = added.find((row) => row[turn] === ours && row[other] === undefined)
    if (room !== undefined) room[other] = theirs
    else {
      const row = rowWith(turn, ours)
      row[other] = theirs
      added.push(row)
    }
  }
  return [...rows, ...added]
}

function rowWith(turn: number, value: number): (number | undefined)[] {
  const row: (number | undefined)[] = []
  row[turn] = value
  return row
}

function values(size: number): readonly number[] {
  return Array.from({ length: size }, (_, value) => value)
}

function pairName(other: number, theirs: number, ours: number): string {
  return `${other}:${theirs}:${ours}`
}

/** The name a person most likely meant, or nothing when none is close. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  const target = written.toLowerCase().slice(0, 64)
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(target.length / 3)) + 1
  for (const name of known) {
    const distance = editDistance(target, name.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

export function didYouMean(written: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(written, known)
  if (nearest !== undefined) return `did you mean \`${nearest}\`?`
  return known.length === 0 ? undefined : `one of: ${known.slice(0, 40).join(', ')}`
}

/** Optimal string alignment: a swap of neighbours counts as one slip. `-` and `_` are the same key. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit
  let before: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const same = alike(left[row - 1]!, right[column - 1]!)
      let cost = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      )
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (swapped) cost = Math.min(cost, before[column - 2]! + 1)
      current.push(cost)
    }
    before = previous
    previous = current
  }
  return previous[right.length]!
}

function alike(left: string, right: string): boolean {
  return left === right || ('-_'.includes(left) && '-_'.includes(right))
}

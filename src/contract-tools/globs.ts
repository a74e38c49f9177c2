/** Every text that `narrow` matches is matched by `wide` too. Never says so wrongly; may miss odd spellings. */
export function globCovers(wide: string, narrow: string): boolean {
  // a wildcard of `narrow` can be anything, so only a wildcard of `wide` may stand for it
  const reach = reachable(wide, narrow, (pattern, unit) =>
    pattern === '?' ? unit !== '*' : pattern === unit && unit !== '?',
  )
  return reach[narrow.length]!
}

/** Some text is matched by both. */
export function globsMeet(left: string, right: string): boolean {
  let row = starts(right)
  for (const unit of left) {
    const next: boolean[] = [row[0]! && unit === '*']
    for (let at = 0; at < right.length; at += 1) {
      const other = right[at]!
      const isWild = unit === '*' || other === '*'
      next.push(
        isWild
          ? row[at + 1]! || next[at]! || row[at]!
          : row[at]! && (unit === '?' || other === '?' || unit === other),
      )
    }
    row = next
  }
  return row[right.length]!
}

/** Which beginnings of `right` an empty pattern meets: those made of stars. */
function starts(right: string): boolean[] {
  const row = [true]
  for (const unit of right) row.push(row.at(-1)! && unit === '*')
  return row
}

function reachable(
  pattern: string,
  text: string,
  takes: (pattern: string, unit: string) => boolean,
): readonly boolean[] {
  let row = [true, ...Array.from(text, () => false)]
  for (const unit of pattern) {
    const next = [unit === '*' && row[0]!]
    for (let at = 0; at < text.length; at += 1)
      next.push(unit === '*' ? row[at + 1]! || next[at]! : row[at]! && takes(unit, text[at]!))
    row = next
  }
  return row
}

/**
 * Finds the next place at or after a position that only moves forward, looking at every place once: asking for the
 * closing quote of ten thousand opening ones stays linear.
 */
export function seeker(text: string, needle: string, accepts: (index: number) => boolean = () => true) {
  let found = -1
  return (from: number): number | undefined => {
    if (found === Infinity) return undefined
    if (found >= from) return found
    let index = text.indexOf(needle, from)
    while (index >= 0 && !accepts(index)) index = text.indexOf(needle, index + 1)
    found = index < 0 ? Infinity : index
    return index < 0 ? undefined : index
  }
}

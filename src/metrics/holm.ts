/**
 * P-values adjusted so that calling everything below a level significant makes a single false call at most that
 * often, however the tests depend on each other (Holm). In the order given.
 */
export function holm(pValues: readonly number[]): readonly number[] {
  const order = pValues.map((_, index) => index).toSorted((left, right) => pValues[left]! - pValues[right]!)
  const adjusted = Array.from<number>({ length: pValues.length })
  let highest = 0
  for (const [rank, index] of order.entries()) {
    highest = Math.max(highest, Math.min(1, pValues[index]! * (pValues.length - rank)))
    adjusted[index] = highest
  }
  return adjusted
}

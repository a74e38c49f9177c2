/** Answers whether a known number lies close to a value, without walking through all of them. */
export interface SortedNumbers {
  has(value: number, tolerance: number): boolean
}

export function sortedNumbers(numbers: Iterable<number>): SortedNumbers {
  const sorted = Float64Array.from(numbers).sort()
  return {
    has(value, tolerance) {
      let low = 0
      let high = sorted.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if (sorted[middle]! < value - tolerance) low = middle + 1
        else high = middle
      }
      return low < sorted.length && sorted[low]! <= value + tolerance
    },
  }
}

/** More than this are not tried one by one. */
export const MAX_COMBINATIONS = 100_000

/** How many different ways the turns can be answered. */
export function combinationsOf(turns: readonly (readonly unknown[])[]): number {
  return turns.reduce((product, { length }) => product * Math.max(1, length), 1)
}

/** The combination with this number, the last turn changing fastest. */
export function combinationAt(index: number, sizes: readonly number[]): readonly number[] {
  let rest = index
  const choice = sizes.map(() => 0)
  for (let turn = sizes.length - 1; turn >= 0; turn -= 1) {
    const size = Math.max(1, sizes[turn]!)
    choice[turn] = rest % size
    rest = Math.floor(rest / size)
  }
  return choice
}

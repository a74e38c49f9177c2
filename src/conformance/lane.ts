/** Room for so many pieces of work at once, shared by everybody who has some. */
export interface Lane {
  /** Does `count` pieces of work, and gives each result to `take` in the order of the pieces. */
  inOrder<T>(count: number, work: (index: number) => Promise<T>, take: (result: T) => void): Promise<void>
}

export function createLane(width: number): Lane {
  let free = Math.max(1, width)
  const waiting: (() => void)[] = []

  async function enter(): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>((turn) => waiting.push(turn))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }

  return {
    async inOrder<T>(count: number, work: (index: number) => Promise<T>, take: (result: T) => void) {
      const begun = new Map<number, Promise<T>>()
      // no more than the lane is wide are begun and not yet taken, so memory does not grow with `count`
      for (let index = 0; index < count + width; index += 1) {
        if (index >= width && index - width < count) {
          const result = await begun.get(index - width)!
          begun.delete(index - width)
          take(result)
        }
        if (index >= count) continue
        await enter()
        begun.set(index, work(index).finally(leave))
      }
    },
  }
}

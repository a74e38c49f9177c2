export interface Gathered<Item> {
  /** Resolves when the run that carries the item is over; rejects with the item's own problem, or the run's. */
  add(item: Item): Promise<void>
  /** Resolves when nothing that was added so far is waiting or under way. */
  settled(): Promise<void>
}

/** Those who come in the same turn of the event loop share one run, and so the price of one. */
export function gathered<Item>(
  run: (items: readonly Item[]) => Promise<readonly (Error | undefined)[]>,
): Gathered<Item> {
  let waiting: Item[] = []
  let next: Promise<readonly (Error | undefined)[]> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function begin(): Promise<readonly (Error | undefined)[]> {
    await new Promise((resolve) => setImmediate(resolve))
    const items = waiting
    waiting = []
    next = undefined
    return run(items)
  }

  return {
    async add(item) {
      const place = waiting.push(item) - 1
      next ??= begin()
      last = next
      const problem = (await next)[place]
      if (problem !== undefined) throw problem
    },
    async settled() {
      await last.catch(() => undefined)
    },
  }
}

import type { Refusal } from './reply-plan.ts'

/** What a filter has made up its mind about since it was last asked. */
export interface TextRelease {
  /** The text that may leave: the original, or what stands in its place. */
  readonly released: string
  /** How many UTF-16 units of the pushed text `released` stands for; the filter keeps the rest for later. */
  readonly consumed: number
  /** Nothing after `consumed` may leave, and the reply ends here. */
  readonly blocked?: Refusal
}

/** Clears the text of one block while it streams. It replaces text; it adds none where there was none. */
export interface TextFilter {
  push(text: string): TextRelease
  /** The block is over: everything kept back must be decided now. */
  flush(): TextRelease
}

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A stretch of the original text of one block. */
export interface Stretch {
  readonly start: number
  readonly text: string
}

/** Keeps the text of one block lined up with what its filter let through. */
export interface TextChannel {
  push(text: string): Stretch
  close(): void
  isCleared(stretch: Stretch): boolean
  /** What leaves in place of a stretch: only what has been cleared of it. Stretches must be asked for in order. */
  outcome(stretch: Stretch): string
  readonly blocked: Refusal | undefined
}

export function createTextChannel(filter: TextFilter | undefined): TextChannel {
  let pending = ''
  let pushed = 0
  let cleared = 0
  let closed = false
  let blocked: Refusal | undefined
  let changes: Change[] = []

  function settle({ released, consumed, blocked: refusal }: TextRelease): void {
    const end = cleared + Math.min(consumed, pending.length)
    if (pending.slice(0, end - cleared) !== released) changes.push({ start: cleared, end, text: released })
    pending = pending.slice(end - cleared)
    cleared = end
    blocked ??= refusal
  }

  return {
    push(text) {
      const stretch = { start: pushed, text }
      pushed += text.length
      if (blocked !== undefined || closed) return stretch
      if (filter === undefined) cleared = pushed
      else {
        pending += text
        settle(filter.push(text))
      }
      return stretch
    },
    close() {
      if (closed || blocked !== undefined || filter === undefined) return
      closed = true
      settle(filter.flush())
    },
    isCleared: ({ start, text }) => cleared >= start + text.length,
    outcome(stretch) {
      const end = stretch.start + stretch.text.length
      const result = spliced(stretch, Math.min(end, cleared), changes)
      changes = changes.filter((change) => change.end > end)
      return result
    },
    get blocked() {
      return blocked
    },
  }
}

/** A change leaves with the stretch in which it starts; the stretches it reaches into lose that part. */
function spliced({ start, text }: Stretch, clearedEnd: number, changes: readonly Change[]): string {
  let result = ''
  let at = start
  for (const change of changes) {
    if (change.start >= clearedEnd) break
    if (change.end <= at) continue
    if (change.start >= at) result += text.slice(at - start, change.start - start) + change.text
    at = change.end
  }
  return at < clearedEnd ? result + text.slice(at - start, clearedEnd - start) : result
}

import type { Text } from './text.ts'

/** What a shell can remember under a key: words of a variable, a function's or alias's text, a file's content. */
export interface Remembered {
  readonly words: readonly Text[]
  /** A function keeps its parsed body here; memory does not look inside. */
  readonly body?: unknown
}

/** The value of a variable of this line on the way around its assignment: nothing. */
export const LEFT_UNSET: Remembered = { words: [] }

/** All values a key may have at this point; `undefined` stands for "not set". */
export type Alternatives = readonly (Remembered | undefined)[]

interface Journal {
  readonly before: Map<string, Alternatives | undefined>
  /** Every value given to a key on the way, where a work may stop anywhere. */
  readonly onTheWay?: Map<string, (Alternatives | undefined)[]>
}

// more possible values than this are not worth telling apart; the caller sees an unknown value instead
const MOST_ALTERNATIVES = 6

/**
 * The state of a shell while its script is walked. Changes are journaled, so that a subshell can be undone and
 * a branch that may not run leaves both the old and the new value behind, at a cost linear in the changes.
 */
export class Memory {
  readonly #values = new Map<string, Alternatives>()
  readonly #journals: Journal[] = []
  readonly #unknown: Remembered
  /** Whether any key may have more than one value; most lines never branch. */
  hasAlternatives = false

  constructor(unknown: Remembered) {
    this.#unknown = unknown
  }

  get(key: string): Alternatives | undefined {
    return this.#values.get(key)
  }

  set(key: string, alternatives: Alternatives | undefined): void {
    const journal = this.#journals.at(-1)
    if (journal !== undefined && !journal.before.has(key)) journal.before.set(key, this.#values.get(key))
    if (journal?.onTheWay !== undefined) append(journal.onTheWay, key, alternatives)
    if (alternatives === undefined) this.#values.delete(key)
    else this.#values.set(key, alternatives)
  }

  /** Runs `work` as a subshell: nothing it changes is seen afterwards. */
  isolate<T>(work: () => T): T {
    const journal: Journal = { before: new Map() }
    this.#journals.push(journal)
    try {
      return work()
    } finally {
      this.#journals.pop()
      for (const [key, before] of journal.before) this.#restore(key, before)
    }
  }

  /** Runs `work`, which may stop after any of its steps or not start at all: every value on the way is kept. */
  maybe(work: () => void): void {
    const journal: Journal = { before: new Map(), onTheWay: new Map() }
    this.#journals.push(journal)
    try {
      work()
    } finally {
      this.#journals.pop()
      for (const [key, before] of journal.before) {
        this.#restore(key, before)
        this.set(key, this.#union([before, ...journal.onTheWay!.get(key)!]))
      }
    }
  }

  /** Runs every branch from the same state; afterwards each changed key may have any branch's value. */
  branches(works: readonly (() => void)[]): void {
    const ends = works.map((work) => this.#endOf(work))
    const keys = new Set(ends.flatMap((end) => [...end.keys()]))
    for (const key of keys) {
      const before = this.#values.get(key)
      this.set(key, this.#union(ends.map((end) => (end.has(key) ? end.get(key) : before))))
    }
  }

  /** Runs `work` as often as anyone likes: what still changes in the second turn may be anything later. */
  repeat(work: () => void): void {
    const first = this.#endOf(work)
    for (const [key, alternatives] of first) this.set(key, alternatives)
    if (first.size === 0) return
    for (const [key, alternatives] of this.#endOf(work)) {
      const isSettled = isSameAll(alternatives, first.has(key) ? first.get(key) : this.#values.get(key))
      this.set(key, isSettled ? alternatives : [this.#unknown])
    }
  }

  #endOf(work: () => void): Map<string, Alternatives | undefined> {
    const end = new Map<string, Alternatives | undefined>()
    const journal: Journal = { before: new Map() }
    this.#journals.push(journal)
    try {
      work()
    } finally {
      this.#journals.pop()
      for (const [key, before] of journal.before) {
        end.set(key, this.#values.get(key))
        this.#restore(key, before)
      }
    }
    return end
  }

  #restore(key: string, before: Alternatives | undefined): void {
    if (before === undefined) this.#values.delete(key)
    else this.#values.set(key, before)
  }

  #union(all: readonly (Alternatives | undefined)[]): Alternatives | undefined {
    const seen: (Remembered | undefined)[] = []
    for (const one of all.flatMap((alternatives) => alternatives ?? [undefined]))
      if (!seen.some((other) => isSame(one, other))) seen.push(one)
    if (seen.length === 1 && seen[0] === undefined) return undefined
    if (seen.length > MOST_ALTERNATIVES) return [this.#unknown]
    this.hasAlternatives ||= seen.length > 1
    return seen
  }
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  // a loop of assignments in one chain is cut off: the union would be unknown anyway
  else if (list.length <= 2 * MOST_ALTERNATIVES) list.push(value)
}

function isSameAll(one: Alternatives | undefined, other: Alternatives | undefined): boolean {
  if (one === undefined || other === undefined || one.length !== other.length) return one === other
  return one.every((value, index) => isSame(value, other[index]))
}

function isSame(one: Remembered | undefined, other: Remembered | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined || one.body !== other.body) return false
  return (
    one.words.length === other.words.length &&
    one.words.every((word, index) => isSameText(word, other.words[index]!))
  )
}

function isSameText(one: Text, other: Text): boolean {
  return one.value === other.value && one.from.join() === other.from.join()
}

import type { CellFold } from './cell-fold.ts'
import type { Ask } from './plan-cells.ts'

export interface Turn {
  readonly ask: number
  readonly trial: number
}

/** No trial begins more than this many ahead of the oldest under way, so that little has to be kept in order. */
const MOST_AHEAD = 64

/** Hands out questions, trial by trial through all cells: a cell that is decided is not asked about again. */
export class Dispatch {
  #trial: number
  #ask = 0
  readonly #endTrial: number
  readonly #asks: readonly Ask[]
  readonly #folds: readonly CellFold[]
  readonly #done: ReadonlySet<number>
  readonly #underWay: Turn[] = []
  #waiting: (() => void)[] = []

  constructor(
    asks: readonly Ask[],
    folds: readonly CellFold[],
    range: { readonly from: number; readonly to: number },
    done: ReadonlySet<number>,
  ) {
    this.#asks = asks
    this.#folds = folds
    this.#trial = range.from
    this.#endTrial = asks.length === 0 ? range.from : range.to
    this.#done = done
  }

  /** The next question, or nothing when all have been handed out. */
  async next(): Promise<Turn | undefined> {
    for (;;) {
      if (this.#trial >= this.#endTrial) return undefined
      if (this.#trial - this.#oldest() > MOST_AHEAD) {
        await new Promise<void>((resume) => this.#waiting.push(resume))
        continue
      }
      const turn = { ask: this.#ask, trial: this.#trial }
      this.#advance()
      if (!this.#isNeeded(turn)) continue
      this.#underWay.push(turn)
      return turn
    }
  }

  finished(turn: Turn): void {
    this.#underWay.splice(this.#underWay.indexOf(turn), 1)
    const waiting = this.#waiting
    this.#waiting = []
    for (const resume of waiting) resume()
  }

  #oldest(): number {
    return this.#underWay.reduce((oldest, { trial }) => Math.min(oldest, trial), this.#trial)
  }

  #advance(): void {
    this.#ask += 1
    if (this.#ask < this.#asks.length) return
    this.#ask = 0
    this.#trial = this.#asks.some((ask) => this.#isOpen(ask)) ? this.#trial + 1 : this.#endTrial
  }

  #isOpen({ cells }: Ask): boolean {
    return cells.some(({ cell }) => !this.#folds[cell]!.isDecided)
  }

  #isNeeded({ ask, trial }: Turn): boolean {
    if (this.#done.has(turnNumber({ ask, trial }, this.#asks.length))) return false
    return this.#isOpen(this.#asks[ask]!)
  }
}

/** One number for each question of a run, for the set of those already answered. */
export function turnNumber({ ask, trial }: Turn, asks: number): number {
  return trial * asks + ask
}

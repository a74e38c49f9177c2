import { CLASS } from './characters.ts'
import { copyUnits } from './code-units.ts'
import type { Tail } from './tail.ts'

/** No recogniser looks further back than this from the place where it was called. */
export const LOOK_BEHIND_CHARS = 96

/** No recogniser looks further ahead than this before it answers. */
export const LOOK_AHEAD_CHARS = 191

const SMALL_CHARS = 512
const LARGE_CHARS = 65_536

/**
 * The part of a text that has arrived, read by recognisers through `at`. Reading past it while more may
 * come marks the window `starved`: the answer is then thrown away and asked again with more text. An answer
 * that never read past the end is the same for every continuation, so results cannot depend on chunks.
 */
export class Window {
  /**
   * The characters of `text`: read many times, and a string is slow to take them from one by one. Two zeros stand
   * behind them, so that what looks at the neighbours of a character needs not ask where the end is.
   */
  codes = new Uint16Array(SMALL_CHARS)
  text = ''
  end = 0
  /** True when nothing follows `end`. */
  final = true
  starved = false
  /** Where the last value ended; a new one cannot start before. */
  floor = 0
  /** How many digits stand at the place under the head, at most 20. */
  digitRun = 0
  /** What they may be the beginning of. */
  numberFate = 0
  /** The classes of all characters of the last run. */
  runKinds = 0

  /** The answer of a recogniser: the value is `text[start, stop)` and goes on as `tail` tells. */
  group = ''
  start = 0
  stop = 0
  tail: Tail | undefined = undefined

  open(text: string, final: boolean, floor: number): void {
    this.slide(text, this.end, final, floor)
  }

  /** Opens on a text that is the former one without its first characters and with others behind it. */
  slide(text: string, gone: number, final: boolean, floor: number): void {
    const kept = this.end - gone
    this.reserve(text.length + 2, gone, kept)
    this.text = text
    this.end = text.length
    this.final = final
    this.floor = floor
    this.starved = false
    copyUnits(text, kept, this.codes)
    this.codes[text.length] = 0
    this.codes[text.length + 1] = 0
  }

  /** What one large text needed is given back with the next. */
  private reserve(chars: number, gone: number, kept: number): void {
    const { codes } = this
    if (chars <= codes.length && (codes.length <= LARGE_CHARS || chars > LARGE_CHARS)) {
      if (gone > 0 && kept > 0) codes.copyWithin(0, gone, gone + kept)
      return
    }
    this.codes = new Uint16Array(chars > LARGE_CHARS ? chars : Math.max(SMALL_CHARS, 2 * chars))
    this.codes.set(codes.subarray(gone, gone + kept))
  }

  /** The unit at a position at or after the head; 0 beyond the end. */
  at(position: number): number {
    if (position < this.end) return this.codes[position]!
    if (!this.final) this.starved = true
    return 0
  }

  /** The unit at a position before the head; 0 before the beginning. */
  before(position: number): number {
    return position >= 0 ? this.codes[position]! : 0
  }

  /** Does `expected` stand at `position`? Reads no further than the first difference. */
  startsWith(expected: string, position: number): boolean {
    for (let offset = 0; offset < expected.length; offset += 1)
      if (this.at(position + offset) !== expected.charCodeAt(offset)) return false
    return true
  }

  /** The end of the run of characters of a class, looking no further than `limit`. */
  runEnd(mask: number, from: number, limit: number): number {
    const { codes } = this
    const classes = CLASS
    const stop = limit < this.end ? limit : this.end
    let position = from
    let kinds = 0
    while (position < stop) {
      const bits = classes[codes[position]!]!
      if ((bits & mask) === 0) break
      kinds |= bits
      position += 1
    }
    this.runKinds = kinds
    if (position >= this.end && position < limit && !this.final) this.starved = true
    return position
  }

  found(group: string, start: number, stop: number, tail?: Tail): true {
    this.group = group
    this.start = start
    this.stop = stop
    this.tail = tail
    return true
  }
}

/** Looks at the place under the head; true when a value is there, described in the window. */
export type Recogniser = (window: Window, position: number) => boolean

import { CLASS, WORD } from './characters.ts'
import { MATCH, consumes, reachable, type Program } from './pattern-program.ts'
import { PatternThreads } from './pattern-threads.ts'

export type MachineAnswer = 'found' | 'clean' | 'starved'

/** More than any text has, and still a small integer, which keeps the loops fast. */
export const UNLIMITED = 0x3fffffff

const NO_RUNE = -1
const LINE_END = 0x0a

/**
 * Runs a compiled pattern over text that is still arriving: all alternatives side by side, so time is linear,
 * and it knows at every moment where the earliest match still possible starts. Leftmost wins, then the
 * pattern's own preference. Empty matches are none.
 */
export class PatternMachine {
  /** The answer `found`: where the match is, and whether it was cut off at the longest length allowed. */
  start = 0
  stop = 0
  isCutOff = false
  /** After `clean` or `starved`: where to look on; no unknown match starts before. */
  hold = 0
  /** How many characters were read a second time so far. */
  rereadChars = 0

  private readonly mayStart = new Uint8Array(128)
  private readonly canBeEmpty: boolean
  private readonly threads: PatternThreads

  constructor(program: Program) {
    this.threads = new PatternThreads(program)
    const first = [...reachable(program, program.start)]
    this.canBeEmpty = first.some(({ op }) => op === MATCH)
    for (const instruction of first)
      for (let code = 0; code < 128; code += 1) if (consumes(instruction, code)) this.mayStart[code] = 1
  }

  /**
   * Looks for the next match in `text[from, end)`. Matches longer than `longestChars` do not exist: a start that
   * outgrew the limit hides the starts behind it, so each would need a walk of its own. To spare them that, a
   * scout first makes sure that some match exists at all.
   */
  advance(text: string, from: number, end: number, final: boolean, longestChars: number): MachineAnswer {
    if (longestChars === UNLIMITED) return this.search(text, from, end, final, longestChars)
    const firstEnd = this.scout(text, from, end, final, longestChars)
    if (firstEnd < 0) return this.hold < end ? 'starved' : 'clean'
    return this.search(text, Math.max(from, firstEnd - longestChars), end, final, longestChars)
  }

  private search(
    text: string,
    from: number,
    end: number,
    final: boolean,
    longestChars: number,
  ): MachineAnswer {
    const { threads } = this
    threads.waiting = 0
    this.stop = -1
    this.isCutOff = false
    let position = from
    for (;;) {
      if (threads.waiting === 0) {
        if (this.stop >= 0) return this.conclude(position)
        position = this.nextStart(text, position, end)
      }
      const rune = runeAt(text, position, end)
      if (!final && isUnknown(rune, position, end)) return this.wait(position)
      this.follow(position, assertionsAt(text, position, rune))
      if (rune === NO_RUNE) return this.stop >= 0 ? this.conclude(position) : this.finish(end)
      const next = position + (rune > 0xffff ? 2 : 1)
      const outgrown = threads.read(rune, next - longestChars)
      if (outgrown >= 0 && this.stop >= 0) this.isCutOff = true
      position = outgrown < 0 || this.stop >= 0 ? next : this.rewind(text, outgrown, position)
    }
  }

  /** Preferred first; a match ends all that are worse, and from then on nothing new starts. */
  private follow(position: number, assertions: number): void {
    const { threads } = this
    threads.begin()
    for (let index = 0; index < threads.waiting; index += 1)
      if (threads.followWaiting(index, position, assertions)) {
        this.start = threads.matchStart
        this.stop = position
        this.isCutOff = false
        return
      }
    if (this.stop < 0) threads.followStart(position, assertions)
  }

  /**
   * The end of the first match to end, or -1; then `hold` is set. Here the latest start is preferred, because
   * the shortest match is the one within the limit.
   */
  private scout(text: string, from: number, end: number, final: boolean, longestChars: number): number {
    const { threads } = this
    threads.waiting = 0
    let position = from
    let aliveSince = from
    for (;;) {
      if (threads.waiting === 0) aliveSince = position = this.nextStart(text, position, end)
      const rune = runeAt(text, position, end)
      if (!final && isUnknown(rune, position, end)) {
        // the latest starts hide earlier ones, but none is older than this
        this.hold = Math.max(aliveSince, position - longestChars)
        return -1
      }
      const assertions = assertionsAt(text, position, rune)
      if (this.canBeEmpty && this.matchEndsHere(position, assertions)) return position
      threads.begin()
      threads.followStart(position, assertions)
      for (let index = 0; index < threads.waiting; index += 1)
        if (threads.followWaiting(index, position, assertions)) return position
      if (rune === NO_RUNE) {
        this.hold = end
        return -1
      }
      position += rune > 0xffff ? 2 : 1
      threads.read(rune, position - longestChars)
    }
  }

  /** A start that may match nothing would hide the match of an older one, so the older ones go first. */
  private matchEndsHere(position: number, assertions: number): boolean {
    this.threads.begin()
    for (let index = 0; index < this.threads.waiting; index += 1)
      if (this.threads.followWaiting(index, position, assertions)) return true
    return false
  }

  private nextStart(text: string, from: number, end: number): number {
    let position = from
    while (position < end) {
      const code = text.charCodeAt(position)
      if (code >= 128 || this.mayStart[code] === 1) break
      position += 1
    }
    return position
  }

  private wait(position: number): MachineAnswer {
    const isAlive = this.threads.waiting > 0
    this.hold = isAlive ? this.threads.starts[0]! : position
    return isAlive ? 'starved' : 'clean'
  }

  private conclude(position: number): 'found' {
    this.rereadChars += position - this.stop
    return 'found'
  }

  private finish(end: number): 'clean' {
    this.hold = end
    return 'clean'
  }

  private rewind(text: string, outgrown: number, position: number): number {
    const next = outgrown + (text.codePointAt(outgrown)! > 0xffff ? 2 : 1)
    this.rereadChars += position - next
    this.threads.waiting = 0
    return next
  }
}

function runeAt(text: string, position: number, end: number): number {
  return position < end ? text.codePointAt(position)! : NO_RUNE
}

/** Nothing has come yet, or the first half of a surrogate pair whose second half may follow. */
function isUnknown(rune: number, position: number, end: number): boolean {
  return rune === NO_RUNE || (position === end - 1 && rune >= 0xd800 && rune <= 0xdbff)
}

/** The bits re2 uses for `^`, `$`, `\A`, `\z`, `\b` and `\B` at a position. */
function assertionsAt(text: string, position: number, next: number): number {
  const previous = position > 0 ? text.charCodeAt(position - 1) : NO_RUNE
  let bits = 0
  if (previous === NO_RUNE) bits |= 1 | 4
  else if (previous === LINE_END) bits |= 1
  if (next === NO_RUNE) bits |= 2 | 8
  else if (next === LINE_END) bits |= 2
  return bits | (isWord(previous) === isWord(next) ? 32 : 16)
}

function isWord(code: number): boolean {
  return code >= 0 && code < 128 && (CLASS[code]! & WORD) !== 0
}

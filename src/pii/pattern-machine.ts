import {
  ALTERNATIVE,
  ALTERNATIVE_MATCH,
  ASSERTION,
  CAPTURE,
  MATCH,
  NO_OPERATION,
  RUNE,
  consumes,
  reachable,
  type Program,
} from './pattern-program.ts'
import { CLASS, WORD } from './characters.ts'

export type MachineAnswer = 'found' | 'clean' | 'starved'

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

  private readonly program: Program
  private readonly mayStart = new Uint8Array(128)
  private threads = 0
  private readonly counters: Int32Array
  private readonly starts: Int32Array
  private active = 0
  private readonly activeCounters: Int32Array
  private readonly activeStarts: Int32Array
  private readonly visited: Uint32Array
  private visit = 0
  private readonly pending: number[] = []

  constructor(program: Program) {
    this.program = program
    const size = program.inst.length
    this.counters = new Int32Array(size)
    this.starts = new Int32Array(size)
    this.activeCounters = new Int32Array(size)
    this.activeStarts = new Int32Array(size)
    this.visited = new Uint32Array(size)
    for (const instruction of reachable(program, program.start))
      for (let code = 0; code < 128; code += 1) if (consumes(instruction, code)) this.mayStart[code] = 1
  }

  /** Looks for the next match in `text[from, end)`. Matches longer than `longestChars` do not exist. */
  advance(text: string, from: number, end: number, final: boolean, longestChars: number): MachineAnswer {
    this.threads = 0
    this.stop = -1
    this.isCutOff = false
    let position = from
    for (;;) {
      if (this.threads === 0) {
        if (this.stop >= 0) return this.conclude(position)
        while (position < end && this.cannotStart(text.charCodeAt(position))) position += 1
      }
      const rune = position < end ? (text.codePointAt(position) ?? NO_RUNE) : NO_RUNE
      if (!final && (rune === NO_RUNE || (position === end - 1 && isHighSurrogate(rune)))) {
        this.hold = this.threads > 0 ? this.starts[0]! : position
        return this.threads > 0 ? 'starved' : 'clean'
      }
      this.settle(position, assertionsAt(text, position, rune))
      if (rune === NO_RUNE) return this.stop >= 0 ? this.conclude(position) : this.finish(end)
      const width = rune > 0xffff ? 2 : 1
      const outgrown = this.step(rune, position + width - longestChars)
      position = outgrown < 0 ? position + width : this.rewind(text, outgrown, position)
    }
  }

  private cannotStart(code: number): boolean {
    return code < 128 && this.mayStart[code] === 0
  }

  private conclude(position: number): 'found' {
    this.rereadChars += position - this.stop
    return 'found'
  }

  private finish(end: number): 'clean' {
    this.hold = end
    return 'clean'
  }

  /** A start that outgrew the limit hid the starts behind it, so they get their own chance. */
  private rewind(text: string, outgrown: number, position: number): number {
    const next = outgrown + (text.codePointAt(outgrown)! > 0xffff ? 2 : 1)
    this.rereadChars += position - next
    this.threads = 0
    return next
  }

  /** Follows everything that reads no character, best alternative first; a match ends all worse ones. */
  private settle(position: number, assertions: number): void {
    this.active = 0
    this.visit += 1
    for (let index = 0; index < this.threads; index += 1)
      if (this.follow(this.counters[index]!, this.starts[index]!, position, assertions)) return
    if (this.stop < 0) this.follow(this.program.start, position, position, assertions)
  }

  private follow(from: number, start: number, position: number, assertions: number): boolean {
    const { pending, visited, program } = this
    pending.length = 0
    pending.push(from)
    for (let counter = pending.pop(); counter !== undefined; counter = pending.pop()) {
      if (visited[counter] === this.visit) continue
      visited[counter] = this.visit
      const { op, out, arg } = program.inst[counter]!
      if (op === ALTERNATIVE || op === ALTERNATIVE_MATCH) pending.push(arg, out)
      else if (op === CAPTURE || op === NO_OPERATION) pending.push(out)
      else if (op === ASSERTION && (arg & ~assertions) === 0) pending.push(out)
      else if (op >= RUNE) this.activate(counter, start)
      else if (op === MATCH && position > start) {
        this.start = start
        this.stop = position
        this.isCutOff = false
        return true
      }
    }
    return false
  }

  private activate(counter: number, start: number): void {
    this.activeCounters[this.active] = counter
    this.activeStarts[this.active] = start
    this.active += 1
  }

  /** Reads one character; gives the start that became too long without a match, or -1. */
  private step(rune: number, earliestStart: number): number {
    this.threads = 0
    for (let index = 0; index < this.active; index += 1) {
      const instruction = this.program.inst[this.activeCounters[index]!]!
      if (!consumes(instruction, rune)) continue
      const start = this.activeStarts[index]!
      if (start < earliestStart) {
        if (this.stop < 0) return start
        this.isCutOff = true
        continue
      }
      this.counters[this.threads] = instruction.out
      this.starts[this.threads] = start
      this.threads += 1
    }
    return -1
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
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

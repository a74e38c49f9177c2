import {
  ALTERNATIVE,
  ALTERNATIVE_MATCH,
  ASSERTION,
  CAPTURE,
  MATCH,
  NO_OPERATION,
  RUNE,
  consumes,
  type Program,
} from './pattern-program.ts'

const ASCII = 128

/**
 * The places in a program that are alive at one position of the text, in order of preference, each with the
 * position its match would start at. Of two that are at the same place the preferred one stays.
 */
export class PatternThreads {
  /** How many wait to be followed; their starts are in order. */
  waiting = 0
  readonly starts: Int32Array
  /** Set by `follow` when it came to the end of the program: where that match starts. */
  matchStart = -1

  private readonly counters: Int32Array
  private active = 0
  private readonly activeCounters: Int32Array
  private readonly activeStarts: Int32Array
  private readonly visited: Int32Array
  private visit = 0
  private readonly pending: Int32Array

  private readonly ops: Uint8Array
  private readonly outs: Int32Array
  private readonly args: Int32Array
  /** For each instruction, which ASCII characters it reads. */
  private readonly reads: Uint8Array

  constructor(private readonly program: Program) {
    const { inst } = program
    const size = inst.length
    this.counters = new Int32Array(size)
    this.starts = new Int32Array(size)
    this.activeCounters = new Int32Array(size)
    this.activeStarts = new Int32Array(size)
    this.visited = new Int32Array(size)
    // every instruction is opened once and leaves at most two behind
    this.pending = new Int32Array(2 * size + 2)
    this.ops = Uint8Array.from(inst, ({ op }) => op)
    this.outs = Int32Array.from(inst, ({ out }) => out)
    this.args = Int32Array.from(inst, ({ arg }) => arg)
    this.reads = new Uint8Array(size * ASCII)
    for (const [counter, instruction] of inst.entries())
      for (let code = 0; code < ASCII; code += 1)
        if (consumes(instruction, code)) this.reads[counter * ASCII + code] = 1
  }

  /** Call before the first `follow` at a position. */
  begin(): void {
    this.active = 0
    this.visit += 1
    this.matchStart = -1
  }

  followWaiting(index: number, position: number, assertions: number): boolean {
    return this.follow(this.counters[index]!, this.starts[index]!, position, assertions)
  }

  followStart(position: number, assertions: number): boolean {
    return this.follow(this.program.start, position, position, assertions)
  }

  /** Follows all that reads no character, preferred first; stops and is true at a match that is not empty. */
  private follow(from: number, start: number, position: number, assertions: number): boolean {
    const { pending, visited, visit, ops, outs, args } = this
    let depth = 0
    pending[depth++] = from
    while (depth > 0) {
      const counter = pending[--depth]!
      if (visited[counter] === visit) continue
      visited[counter] = visit
      const op = ops[counter]!
      if (op >= RUNE) {
        this.activeCounters[this.active] = counter
        this.activeStarts[this.active] = start
        this.active += 1
      } else if (op === ALTERNATIVE || op === ALTERNATIVE_MATCH) {
        pending[depth++] = args[counter]!
        pending[depth++] = outs[counter]!
      } else if (op === CAPTURE || op === NO_OPERATION) pending[depth++] = outs[counter]!
      else if (op === ASSERTION) {
        if ((args[counter]! & ~assertions) === 0) pending[depth++] = outs[counter]!
      } else if (op === MATCH && position > start) {
        this.matchStart = start
        return true
      }
    }
    return false
  }

  /**
   * All followed threads read one character; those that started before `earliestStart` would become too long
   * and go. Gives the start of such a one, or -1.
   */
  read(rune: number, earliestStart: number): number {
    const { activeCounters, activeStarts, reads, outs } = this
    let waiting = 0
    let outgrown = -1
    for (let index = 0; index < this.active; index += 1) {
      const counter = activeCounters[index]!
      const isRead =
        rune < ASCII ? reads[counter * ASCII + rune] === 1 : consumes(this.program.inst[counter]!, rune)
      if (!isRead) continue
      const start = activeStarts[index]!
      if (start < earliestStart) outgrown = start
      else {
        this.counters[waiting] = outs[counter]!
        this.starts[waiting] = start
        waiting += 1
      }
    }
    this.waiting = waiting
    return outgrown
  }
}

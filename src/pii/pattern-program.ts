import type { RE2JS } from 're2js'

/** One instruction of a compiled pattern, as the pinned version of re2js lays it out. */
export interface Instruction {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: Int32Array
  matchRune(rune: number): boolean
}

export interface Program {
  readonly inst: readonly Instruction[]
  readonly start: number
}

export const ALTERNATIVE = 1
export const ALTERNATIVE_MATCH = 2
export const CAPTURE = 3
export const ASSERTION = 4
export const MATCH = 6
export const NO_OPERATION = 7
export const RUNE = 8
export const ANY_RUNE = 10
export const ANY_RUNE_BUT_LINE_END = 11
/** From here on: look-behind, which no program of ours has. */
export const LOOK_BEHIND = 12

const LAST_SHORT_RUNE = 0xffff
const LINE_END = 0x0a

export function programOf(regex: RE2JS): Program {
  return regex.re2Input.prog as Program
}

export function consumes(instruction: Instruction, rune: number): boolean {
  if (instruction.op === ANY_RUNE) return true
  if (instruction.op === ANY_RUNE_BUT_LINE_END) return rune !== LINE_END
  return instruction.op >= RUNE && instruction.matchRune(rune)
}

/** Every instruction reachable without reading a character; assertions count as met. */
export function* reachable(program: Program, from: number): Generator<Instruction> {
  const seen = new Set<number>()
  const pending = [from]
  for (let counter = pending.pop(); counter !== undefined; counter = pending.pop()) {
    if (seen.has(counter)) continue
    seen.add(counter)
    const instruction = program.inst[counter]!
    yield instruction
    if (instruction.op <= ASSERTION || instruction.op === NO_OPERATION) pending.push(instruction.out)
    if (instruction.op === ALTERNATIVE || instruction.op === ALTERNATIVE_MATCH) pending.push(instruction.arg)
  }
}

/** The most UTF-16 units a match can have, or Infinity when that is more than `limit`. */
export function longestMatchChars(program: Program, limit: number): number {
  const layers: Set<number>[] = Array.from({ length: limit + 3 }, () => new Set<number>())
  layers[0]!.add(program.start)
  let longest = 0
  for (let chars = 0; chars <= limit + 2; chars += 1) {
    const seen = new Set<Instruction>()
    for (const counter of layers[chars]!)
      for (const instruction of reachable(program, counter)) seen.add(instruction)
    for (const instruction of seen) {
      if (instruction.op === MATCH) longest = chars
      if (instruction.op >= RUNE && chars < limit + 1)
        layers[chars + widestChars(instruction)]!.add(instruction.out)
    }
  }
  const goesOn = layers[limit + 1]!.size + layers[limit + 2]!.size > 0
  return goesOn || longest > limit ? Infinity : longest
}

function widestChars({ op, runes }: Instruction): number {
  const isWide =
    op === ANY_RUNE || op === ANY_RUNE_BUT_LINE_END || runes.some((rune) => rune > LAST_SHORT_RUNE)
  return isWide ? 2 : 1
}

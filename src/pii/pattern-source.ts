import { CLASS, SPACE } from './characters.ts'
import { LONGEST_STREAM_MATCH_CHARS, type CompiledPattern } from './custom-pattern.ts'
import { PatternMachine, UNLIMITED } from './pattern-machine.ts'
import { programOf } from './pattern-program.ts'
import type { Sighting, Source, Stretch } from './sighting.ts'

/** How often, on average, each character of a whole text may be read again before matches get a limit. */
const MOST_REREADS = 16

/**
 * A custom pattern as a source. In a stream a match has at most 254 characters; one that reaches the limit
 * and could have gone on is taken to reach to the next blank. A whole text has no such limit — until a pattern
 * has made us read the text again and again, when the same limit keeps the time linear.
 */
export class PatternSource implements Source {
  settled = 0
  private readonly machine: PatternMachine
  private open: Sighting | undefined = undefined

  constructor(
    private readonly pattern: CompiledPattern,
    private readonly rank: number,
  ) {
    this.machine = new PatternMachine(programOf(pattern.regex))
  }

  look({ text, offset, isLast }: Stretch, sightings: Sighting[]): void {
    const isWhole = isLast && offset === 0 && this.settled === 0 && this.open === undefined
    while (this.followOpen(text, offset, isLast)) {
      const isPatient = isWhole && this.machine.rereadChars < MOST_REREADS * text.length
      const hasOwnLimit = this.pattern.longestChars <= LONGEST_STREAM_MATCH_CHARS
      const longestChars = isPatient || hasOwnLimit ? UNLIMITED : LONGEST_STREAM_MATCH_CHARS
      const answer = this.machine.advance(text, this.settled - offset, text.length, isLast, longestChars)
      if (answer !== 'found') {
        this.settled = this.machine.hold + offset
        return
      }
      const { start, stop, isCutOff } = this.machine
      const sighting = {
        group: this.pattern.name,
        start: start + offset,
        end: stop + offset,
        isOpen: isCutOff,
        rank: this.rank,
      }
      sightings.push(sighting)
      this.settled = sighting.end
      if (isCutOff) this.open = sighting
    }
  }

  private followOpen(text: string, offset: number, isLast: boolean): boolean {
    if (this.open === undefined) return true
    let position = this.open.end - offset
    while (position < text.length && (CLASS[text.charCodeAt(position)]! & SPACE) === 0) position += 1
    this.open.end = position + offset
    this.settled = this.open.end
    if (position === text.length && !isLast) return false
    this.open.isOpen = false
    this.open = undefined
    return true
  }
}

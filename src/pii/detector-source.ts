import type { Detector } from './detector.ts'
import type { Sighting, Source, Stretch } from './sighting.ts'
import type { Tail } from './tail.ts'
import { Window } from './window.ts'

/** The built-in groups as a source. */
export class DetectorSource implements Source {
  settled = 0
  private readonly window = new Window()
  private from = 0
  /** The position of the window's first character. */
  private opened = 0
  private floor = 0
  private open: { readonly sighting: Sighting; readonly tail: Tail } | undefined = undefined

  constructor(private readonly detector: Detector) {}

  look({ text, offset, isLast }: Stretch, sightings: Sighting[]): void {
    const { window, detector } = this
    window.slide(text, offset - this.opened, isLast, Math.max(0, this.floor - offset))
    this.opened = offset
    while (this.followTail(offset)) {
      if (detector.advance(window, this.from - offset) !== 'found') {
        this.from = detector.position + offset
        this.settled = detector.hold + offset
        return
      }
      const { group, start, stop, tail } = window
      const sighting = {
        group,
        start: start + offset,
        end: stop + offset,
        isOpen: tail !== undefined,
        rank: 0,
      }
      sightings.push(sighting)
      if (tail === undefined) this.resumeAt(sighting.end, offset)
      else this.open = { sighting, tail }
    }
  }

  /** True when no value is open, or none any more. */
  private followTail(offset: number): boolean {
    if (this.open === undefined) return true
    const { sighting, tail } = this.open
    sighting.end = tail(this.window, sighting.end - offset) + offset
    this.resumeAt(sighting.end, offset)
    this.settled = sighting.end
    if (this.window.starved) return false
    sighting.isOpen = false
    this.open = undefined
    return true
  }

  private resumeAt(position: number, offset: number): void {
    this.from = position
    this.floor = position
    this.window.floor = position - offset
  }
}

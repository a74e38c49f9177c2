/** A value one source has seen, in positions of the whole text; `end` still grows while it is open. */
export interface Sighting {
  readonly group: string
  readonly start: number
  end: number
  isOpen: boolean
  /** The place of the source: built-in groups come first, custom patterns in their order. */
  readonly rank: number
}

/** The stretch of text that has arrived and is still kept. */
export interface Stretch {
  readonly text: string
  /** The position of `text[0]` in the whole text. */
  readonly offset: number
  /** True when nothing follows. */
  readonly isLast: boolean
}

/** Something that finds values in text as it arrives; the same text gives the same sightings however it is cut. */
export interface Source {
  /** Every value that starts before this position has been reported. */
  readonly settled: number
  look(stretch: Stretch, sightings: Sighting[]): void
}

/** Leftmost first; at the same place built-in groups before custom patterns. */
export function inOrder(left: Sighting, right: Sighting): number {
  return left.start - right.start || left.rank - right.rank
}

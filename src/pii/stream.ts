import type { PiiMatch } from './groups.ts'
import { inOrder, type Sighting, type Source } from './sighting.ts'
import { LOOK_BEHIND_CHARS } from './window.ts'

/** `redact` releases markers instead of values; `detect` releases the text as it is. */
export type StreamMode = 'redact' | 'detect'

export interface PiiStreamStep {
  /** Text that may go out now. */
  readonly released: string
  /** Values that are now certain. Nothing of a value is released before or without being found here. */
  readonly found: readonly { readonly group: string; readonly start: number }[]
  /** Values whose end is now known: the same ones, at once or, when they are long, in a later step. */
  readonly matches: readonly PiiMatch[]
}

export interface PiiStream {
  push(chunk: string): PiiStreamStep
  /** The stream is over: releases what was withheld. A further push starts nothing; make a new stream. */
  flush(): PiiStreamStep
  /** How many characters are withheld at the moment. */
  readonly heldChars: number
}

const NONE: readonly never[] = Object.freeze([])

/**
 * Text flows through as soon as no value can start in it. What is released and found depends on the text alone,
 * never on how it was cut into chunks.
 */
export class RedactingStream implements PiiStream {
  private text = ''
  /** The position of `text[0]` in the stream. */
  private offset = 0
  /** Everything before this position has been released or swallowed. */
  private releasedTo = 0
  /** Seen, and not yet released or swallowed. */
  private readonly waiting: Sighting[] = []
  /** The value that is being swallowed. */
  private current: { readonly sighting: Sighting; readonly start: number } | undefined = undefined

  private released = ''
  private found: { group: string; start: number }[] | undefined = undefined
  private matches: PiiMatch[] | undefined = undefined

  constructor(
    private readonly sources: readonly Source[],
    private readonly mode: StreamMode,
    private readonly markerOf: (group: string) => string,
  ) {}

  get heldChars(): number {
    return this.offset + this.text.length - this.releasedTo
  }

  push(chunk: string): PiiStreamStep {
    return this.take(chunk, false)
  }

  flush(): PiiStreamStep {
    return this.take('', true)
  }

  private take(chunk: string, isLast: boolean): PiiStreamStep {
    this.text += chunk
    const { waiting } = this
    const before = waiting.length
    const stretch = { text: this.text, offset: this.offset, isLast }
    for (const source of this.sources) source.look(stretch, waiting)
    if (waiting.length > before && this.sources.length > 1) waiting.sort(inOrder)
    this.settle(isLast)
    this.forget()
    const step = { released: this.released, found: this.found ?? NONE, matches: this.matches ?? NONE }
    this.released = ''
    this.found = undefined
    this.matches = undefined
    return step
  }

  private settle(isLast: boolean): void {
    let settled = this.offset + this.text.length
    if (!isLast) for (const source of this.sources) settled = Math.min(settled, source.settled)
    while (this.swallowCurrent()) {
      const next = this.waiting[0]
      if (next === undefined || next.start >= settled)
        return this.releaseTo(Math.min(settled, next?.start ?? settled), isLast)
      if (!next.isOpen || next.end > this.releasedTo) this.begin(next)
      // an open value inside a former one: only its end will tell whether something of it is left
      else return
    }
  }

  /** The first of the waiting values begins; what a former one covered is left out. */
  private begin(sighting: Sighting): void {
    this.waiting.shift()
    if (sighting.end <= this.releasedTo) return
    const start = Math.max(sighting.start, this.releasedTo)
    this.releaseTo(start, true)
    this.found ??= []
    this.found.push({ group: sighting.group, start })
    if (this.mode === 'redact') this.released += this.markerOf(sighting.group)
    this.current = { sighting, start }
  }

  /** True when no value is being swallowed, or not any more. */
  private swallowCurrent(): boolean {
    if (this.current === undefined) return true
    const { sighting, start } = this.current
    if (this.mode === 'detect') this.releaseTo(sighting.end, true)
    this.releasedTo = Math.max(this.releasedTo, sighting.end)
    if (sighting.isOpen) return false
    this.matches ??= []
    this.matches.push({ group: sighting.group, start, end: sighting.end })
    this.current = undefined
    return true
  }

  private releaseTo(position: number, mayEndAnywhere: boolean): void {
    const end = mayEndAnywhere ? position : this.beforePair(position)
    if (end <= this.releasedTo) return
    this.released += this.text.slice(this.releasedTo - this.offset, end - this.offset)
    this.releasedTo = end
  }

  /** Both halves of a surrogate pair go out together. */
  private beforePair(position: number): number {
    const last = this.text.charCodeAt(position - this.offset - 1)
    return last >= 0xd800 && last <= 0xdbff ? position - 1 : position
  }

  /** Keeps what is withheld and as much before it as recognisers may look back. */
  private forget(): void {
    let needed = this.releasedTo
    for (const source of this.sources) needed = Math.min(needed, source.settled)
    const excess = needed - LOOK_BEHIND_CHARS - this.offset
    if (excess <= 0) return
    this.text = this.text.slice(excess)
    this.offset += excess
  }
}

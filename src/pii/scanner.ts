import { HoldfastError } from '../kit/errors.ts'
import {
  LONGEST_STREAM_MATCH_CHARS,
  compileCustomPattern,
  type CompiledPattern,
  type CustomPattern,
} from './custom-pattern.ts'
import { DetectorSource } from './detector-source.ts'
import { Detector } from './detector.ts'
import { PII_GROUPS, type IsPhoneNumber, type PiiGroup, type PiiMatch } from './groups.ts'
import { PatternSource } from './pattern-source.ts'
import { markerTable, redacted, withoutOverlaps } from './redaction.ts'
import type { Sighting, Source } from './sighting.ts'
import { RedactingStream, type PiiStream, type StreamMode } from './stream.ts'
import { Window } from './window.ts'

export interface PiiScannerOptions {
  readonly groups: readonly PiiGroup[]
  readonly custom?: readonly CustomPattern[]
  /** A telephone library's opinion; without it a built-in rule decides. */
  readonly isPhoneNumber?: IsPhoneNumber
}

export interface PiiScanner {
  /** Sorted, without overlaps; allocates nothing when there is nothing to find. */
  scan(text: string): readonly PiiMatch[]
  /** Stops at the first value. */
  has(text: string): boolean
  redact(text: string): { readonly text: string; readonly matches: readonly PiiMatch[] }
  stream(mode?: StreamMode): PiiStream
  /** No stream of this scanner withholds more than this many characters. */
  readonly holdBackChars: number
}

const NOTHING: readonly PiiMatch[] = Object.freeze([])

/** Throws when a custom pattern cannot be used; ask `compileCustomPattern` first to get the reason as data. */
export function createPiiScanner({ groups, custom = [], isPhoneNumber }: PiiScannerOptions): PiiScanner {
  const detector = new Detector(new Set(groups.map(knownGroup)), isPhoneNumber)
  const patterns = custom.map(usablePattern)
  const markerOf = markerTable()
  const window = new Window()

  function scanGroups(text: string): readonly PiiMatch[] {
    let matches: PiiMatch[] | undefined
    window.open(text, true, 0)
    for (let from = 0; detector.advance(window, from) === 'found'; window.floor = from) {
      const { group, start, stop, tail } = window
      from = tail === undefined ? stop : tail(window, stop)
      matches ??= []
      matches.push({ group, start, end: from })
    }
    return matches ?? NOTHING
  }

  function scan(text: string): readonly PiiMatch[] {
    const matches = scanGroups(text)
    let sightings: Sighting[] | undefined
    for (const [index, pattern] of patterns.entries()) {
      if (!pattern.regex.test(text)) continue
      sightings ??= matches.map((match) => ({ ...match, isOpen: false, rank: 0 }))
      new PatternSource(pattern, index + 1).look({ text, offset: 0, isLast: true }, sightings)
    }
    return sightings === undefined ? matches : withoutOverlaps(sightings)
  }

  return {
    holdBackChars: Math.max(detector.reachChars, ...patterns.map(longestHeld)) + 1,
    scan,
    has(text) {
      window.open(text, true, 0)
      if (detector.advance(window, 0) === 'found') return true
      return patterns.length > 0 && scan(text).length > 0
    },
    redact(text) {
      const matches = scan(text)
      return { text: matches.length === 0 ? text : redacted(text, matches, markerOf), matches }
    },
    stream(mode = 'redact') {
      const sources: Source[] = patterns.map((pattern, index) => new PatternSource(pattern, index + 1))
      if (groups.length > 0) sources.unshift(new DetectorSource(detector))
      return new RedactingStream(sources, mode, markerOf)
    },
  }
}

function knownGroup(group: PiiGroup): PiiGroup {
  if (PII_GROUPS.includes(group)) return group
  throw new HoldfastError(
    'HF_UNKNOWN_NAME',
    `unknown pii group \`${group}\``,
    `known groups: ${PII_GROUPS.join(', ')}`,
  )
}

function usablePattern(pattern: CustomPattern): CompiledPattern {
  const result = compileCustomPattern(pattern)
  if (result.ok) return result.pattern
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `custom pattern \`${result.problem.name}\`: ${result.problem.reason}`,
  )
}

/** One more for the first half of a surrogate pair whose second half has not come. */
function longestHeld({ longestChars }: CompiledPattern): number {
  return Math.min(longestChars, LONGEST_STREAM_MATCH_CHARS) + 1
}

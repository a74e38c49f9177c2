import { redactionMarker, type PiiMatch } from './groups.ts'
import { inOrder, type Sighting } from './sighting.ts'

/** Markers are asked for again and again, by few names. */
export function markerTable(): (group: string) => string {
  const markers = new Map<string, string>()
  return (group) => {
    let marker = markers.get(group)
    if (marker === undefined) markers.set(group, (marker = redactionMarker(group)))
    return marker
  }
}

/** The text with each match replaced; matches are sorted and do not overlap. */
export function redacted(
  text: string,
  matches: readonly PiiMatch[],
  markerOf: (group: string) => string,
): string {
  let result = ''
  let from = 0
  for (const { group, start, end } of matches) {
    result += text.slice(from, start) + markerOf(group)
    from = end
  }
  return result + text.slice(from)
}

/**
 * Sightings of several sources without overlaps: the leftmost wins, and of what it overlaps only the part
 * behind it remains, so that every character any source has seen stays covered.
 */
export function withoutOverlaps(sightings: Sighting[]): readonly PiiMatch[] {
  const matches: PiiMatch[] = []
  let covered = 0
  for (const { group, start, end } of sightings.sort(inOrder)) {
    if (end <= covered) continue
    matches.push({ group, start: Math.max(start, covered), end })
    covered = end
  }
  return matches
}

import { globMatcher } from '../../kit/glob.ts'
import { nearestName } from '../../kit/nearest-name.ts'

export interface Pattern {
  readonly written: string
  matches(text: string): boolean
}

/** Names of variables, tools and resources: `*`, a prefix before a final `*`, or the whole name. */
export function namePattern(written: string): Pattern {
  if (written === '*') return { written, matches: () => true }
  if (!written.endsWith('*')) return { written, matches: (text) => text === written }
  const prefix = written.slice(0, -1)
  return { written, matches: (text) => text.startsWith(prefix) }
}

/**
 * Absolute paths with `/` between names. A final `/**` or `/*` is the folder and everything below it, a final
 * `*` after other letters any continuation; elsewhere `*` stays inside one name and `**` is any number of names.
 */
export function pathPattern(written: string, path = written): Pattern {
  if (path === '*' || path === '/**' || path === '/*') return { written, matches: () => true }
  const folder = /^(.+)\/\*\*?$/u.exec(path)?.[1]
  if (folder !== undefined) return { written, matches: below(folder) }
  if (path.endsWith('*') && !path.slice(0, -1).includes('*')) {
    const prefix = path.slice(0, -1)
    return { written, matches: (text) => text.startsWith(prefix) }
  }
  return { written, matches: path.includes('*') ? segmentMatcher(path) : (text) => text === path }
}

function below(folder: string): (text: string) => boolean {
  if (!folder.includes('*')) return (text) => text === folder || text.startsWith(`${folder}/`)
  const whole = segmentMatcher(folder)
  const inside = segmentMatcher(`${folder}/**`)
  return (text) => whole(text) || inside(text)
}

/** Names against names; each step keeps the set of places the pattern may be at, so it cannot backtrack. */
function segmentMatcher(path: string): (text: string) => boolean {
  const steps = path.split('/').map((name) => (name === '**' ? undefined : globMatcher(name)))
  return (text) => {
    let places = reach(new Set([0]), steps)
    for (const name of text.split('/')) {
      const next = new Set<number>()
      for (const place of places) {
        const step = steps[place]
        if (place >= steps.length) continue
        if (step === undefined) next.add(place)
        else if (step(name)) next.add(place + 1)
      }
      places = reach(next, steps)
    }
    return places.has(steps.length)
  }
}

function reach(
  places: Set<number>,
  steps: readonly (((name: string) => boolean) | undefined)[],
): Set<number> {
  for (const place of places) if (place < steps.length && steps[place] === undefined) places.add(place + 1)
  return places
}

/** The rule an author most likely thought would allow it. */
export function nearestRule(text: string, rules: readonly string[]): string | undefined {
  const shared = (rule: string): number => {
    let length = 0
    while (length < rule.length && rule[length] === text[length]) length += 1
    return length
  }
  const best = rules.toSorted((left, right) => shared(right) - shared(left))[0]
  return best !== undefined && shared(best) > 3 ? best : nearestName(text, rules)
}

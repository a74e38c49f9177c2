import {
  ANY_PATH,
  ANY_TEXT,
  ANY_WORDS,
  GLOB_ONE,
  GLOB_STAR,
  isSymbolic,
  isUnknown,
  SOME_NAME,
} from '../symbols.ts'

/** `yes`: whatever the unknown parts turn out to be; `maybe`: for some of them. */
export type Fit = 'yes' | 'maybe' | 'no'

type Unit =
  /** exactly this character */
  | string
  /** one character that is not a slash */
  | { readonly any: 'one' }
  /** any run without a slash */
  | { readonly any: 'run' }
  /** any run at all */
  | { readonly any: 'deep' }
  /** unknown text that only a deep run surely covers */
  | { readonly any: 'opaque' }
  /** an unknown name that only a run surely covers */
  | { readonly any: 'opaque-name' }

const ONE: Unit = { any: 'one' }
const RUN: Unit = { any: 'run' }
const DEEP: Unit = { any: 'deep' }
const OPAQUE: Unit = { any: 'opaque' }
const OPAQUE_NAME: Unit = { any: 'opaque-name' }

/** A compiled glob of a pattern: `*` and `?` stop at slashes, `**` does not. */
export interface SymbolicGlob {
  readonly literal: string | undefined
  readonly units: readonly Unit[]
}

export function symbolicGlob(glob: string): SymbolicGlob {
  if (!/[*?]/u.test(glob)) return { literal: glob, units: Array.from(glob) }
  const units: Unit[] = []
  for (let at = 0; at < glob.length; at += 1) {
    const char = glob[at]!
    if (char === '*' && glob[at + 1] === '*') {
      units.push(DEEP)
      at += 1
    } else units.push(char === '*' ? RUN : char === '?' ? ONE : char)
  }
  return { literal: undefined, units }
}

// longer texts name no path and no program; the answer for them is left open
const LONGEST_TEXT = 4096

/** Whether a text with unknown parts fits a glob. Costs text length × glob length, both bounded. */
export function fits(glob: SymbolicGlob, text: string): Fit {
  if (startsDifferently(glob, text)) return 'no'
  if (!isSymbolic(text)) {
    if (glob.literal !== undefined) return glob.literal === text ? 'yes' : 'no'
    if (text.length > LONGEST_TEXT) return 'maybe'
    return overlap(glob.units, Array.from(text)) ? 'yes' : 'no'
  }
  if (text.length > LONGEST_TEXT) return 'maybe'
  if (overlap(glob.units, unitsOf(text, false))) return 'yes'
  return isUnknown(text) && overlap(glob.units, unitsOf(text, true)) ? 'maybe' : 'no'
}

/** Nearly every name differs in its first character, which costs nothing to see. */
function startsDifferently({ units }: SymbolicGlob, text: string): boolean {
  const [first] = units
  return typeof first === 'string' && text !== '' && first !== text[0] && !isSymbolic(text[0]!)
}

/** What the shell expands (`*`, what `find` walks) counts as covered when it can be; the unknown only if asked. */
function unitsOf(text: string, isGenerous: boolean): readonly Unit[] {
  return Array.from(text).flatMap((char): Unit[] => {
    if (char === GLOB_STAR) return [RUN]
    if (char === GLOB_ONE) return [ONE]
    if (char === ANY_PATH) return [DEEP]
    if (char === ANY_TEXT || char === ANY_WORDS) return [isGenerous ? DEEP : OPAQUE]
    if (char === SOME_NAME) return isGenerous ? [ONE, RUN] : [OPAQUE_NAME]
    return [char]
  })
}

/** Whether some string is described by both; a walk over the product of both unit lists, row by row. */
function overlap(left: readonly Unit[], right: readonly Unit[]): boolean {
  let row = new Uint8Array(left.length + 1)
  row[0] = 1
  skipRuns(row, left)
  for (const unit of right) {
    row = isRun(unit) ? afterRun(row, left, unit) : afterOne(row, left, unit)
    if (!row.includes(1)) return false
  }
  return row[left.length] === 1
}

function afterOne(row: Uint8Array, left: readonly Unit[], unit: Unit): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(row.length)
  for (let at = 0; at < left.length; at += 1)
    if (row[at] === 1 && share(left[at]!, unit)) next[isRun(left[at]!) ? at : at + 1] = 1
  skipRuns(next, left)
  return next
}

/** A run takes any number of characters, so what one of them reaches the next one may start from. */
function afterRun(row: Uint8Array, left: readonly Unit[], unit: Unit): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(row)
  for (let at = 0; at < left.length; at += 1)
    if (next[at] === 1 && (isRun(left[at]!) || share(left[at]!, unit))) next[at + 1] = 1
  return next
}

/** A run may also stand for nothing. */
function skipRuns(row: Uint8Array, units: readonly Unit[]): void {
  for (let at = 0; at < units.length; at += 1) if (row[at] === 1 && isRun(units[at]!)) row[at + 1] = 1
}

function isRun(unit: Unit): boolean {
  return typeof unit !== 'string' && (unit.any === 'run' || unit.any === 'deep')
}

function share(pattern: Unit, unit: Unit): boolean {
  if (typeof pattern === 'string') {
    if (typeof unit === 'string') return pattern === unit
    if (unit.any === 'opaque' || unit.any === 'opaque-name') return false
    return unit.any === 'deep' || pattern !== '/'
  }
  if (pattern.any === 'deep') return true
  if (typeof unit === 'string') return unit !== '/'
  if (unit.any === 'opaque') return false
  return unit.any !== 'opaque-name' || pattern.any === 'run'
}

/** The better of two answers. */
export function better(one: Fit, other: Fit): Fit {
  return one === 'yes' || other === 'yes' ? 'yes' : one === 'maybe' || other === 'maybe' ? 'maybe' : 'no'
}

import { ALNUM, CLASS, DIGIT, FOREIGN, HOST, LETTER, LOCAL, UNDERSCORE, WIDE } from './characters.ts'
import { hostTail } from './tail.ts'
import { LOOK_AHEAD_CHARS, type Window } from './window.ts'

/** RFC 5321 allows 64; of anything longer the last 64 characters count. */
export const LOCAL_PART_CHARS = 64

const HOST_CHARS = LOOK_AHEAD_CHARS - 3
const DASH = 0x2d
const DOT = 0x2e
const SLASH = 0x2f
const COLON = 0x3a
const FIRST = ALNUM | UNDERSCORE | FOREIGN

/**
 * Called at an `@`. Not addresses: hosts without a dot, `git@` and `user@host:/path` remotes, the user part of
 * URLs, `name@1.2.3` versions, `icon@2x.png` files, `a@b.method()` expressions.
 */
export function recogniseEmail(window: Window, at: number): boolean {
  if ((CLASS[window.before(at - 1)]! & LOCAL) === 0) return false
  if (window.at(window.runEnd(HOST, at + 1, at + HOST_CHARS)) !== DOT) return false
  const last = window.before(at - 1)
  // what the local part starts with is looked for last, because most text behind an `@` is no host
  if (last === DOT || at === window.floor) return false
  if ((CLASS[last]! & FIRST) === 0 && localPartStart(window, at) === at) return false
  const stop = hostEnd(window, at + 1)
  if (stop < 0 || isVersionOrFile(window, at + 1, stop)) return false
  const start = localPartStart(window, at)
  if (isUrlUser(window, start) || isGitUser(window, start, at)) return false
  const next = window.at(stop)
  if (next === 0x28) return false
  if (next === COLON && (window.at(stop + 1) === SLASH || window.at(stop + 1) === 0x7e)) return false
  return window.found('email', start, stop, stop === at + 1 + HOST_CHARS ? hostTail : undefined)
}

/** The first position that an address whose `@` stands at or after `position` could still start at. */
export function localPartStart(window: Window, position: number): number {
  const limit = Math.max(window.floor, position - LOCAL_PART_CHARS)
  let start = position
  while (start > limit && (CLASS[window.codes[start - 1]!]! & LOCAL) !== 0) start -= 1
  while (start < position && (CLASS[window.codes[start]!]! & FIRST) === 0) start += 1
  return start
}

/** `https://user@host` and `https://user:pass@host` name an account of a machine, not a mailbox. */
function isUrlUser(window: Window, start: number): boolean {
  let position = start - 1
  if (window.before(position) === COLON) {
    position -= 1
    while (position > start - 32 && (CLASS[window.before(position)]! & LOCAL) !== 0) position -= 1
  }
  return window.before(position) === SLASH && window.before(position - 1) === SLASH
}

function isGitUser(window: Window, start: number, at: number): boolean {
  return at - start === 3 && window.text.startsWith('git', start)
}

/** The end of the longest host that ends in a plausible top-level domain, or -1. */
function hostEnd(window: Window, from: number): number {
  const limit = from + HOST_CHARS
  let position = from
  let labels = 0
  let stop = -1
  for (;;) {
    const label = position
    position = labelEnd(window, label, limit)
    if (position === label) return stop
    labels += 1
    if (labels > 1 && isTopLevel(window, label, position)) stop = position
    if (position === limit) return stop < 0 ? -1 : limit
    if (window.at(position) !== DOT) return stop
    position += 1
  }
}

/** Labels start and end with a letter or a digit and do not mix wide scripts with others. */
function labelEnd(window: Window, from: number, limit: number): number {
  const wide = CLASS[window.at(from)]! & WIDE
  let end = from
  for (let position = from; position < limit; position += 1) {
    const code = window.at(position)
    const bits = CLASS[code]!
    if ((bits & HOST) === 0 || (bits & WIDE) !== wide) return end
    if (code !== DASH) end = position + 1
    else if (position === from) return from
  }
  return limit
}

function isTopLevel(window: Window, from: number, to: number): boolean {
  if (to - from < 2) return false
  if (window.startsWith('xn--', from)) return true
  for (let position = from; position < to; position += 1)
    if ((CLASS[window.at(position)]! & (LETTER | FOREIGN)) === 0) return false
  return true
}

/** `1.2.3-beta.one` and `2x.png` are what stands behind the `@` of packages and of image files. */
function isVersionOrFile(window: Window, from: number, stop: number): boolean {
  let position = window.runEnd(DIGIT, from, stop)
  if (position === from) return false
  if (window.at(position) === 0x78 && window.at(position + 1) === DOT) return true
  if (window.at(position) !== DOT) return false
  const second = position + 1
  position = window.runEnd(DIGIT, second, stop)
  return position > second && (window.at(position) === DOT || window.at(position) === DASH)
}

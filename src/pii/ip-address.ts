import { ALNUM, CLASS, DIGIT, HEX, LETTER, UNDERSCORE, WORD, lowerCase } from './characters.ts'
import { nearbyWord } from './nearby-word.ts'
import type { Window } from './window.ts'

const DASH = 0x2d
const DOT = 0x2e
const SLASH = 0x2f
const COLON = 0x3a
const PLUS = 0x2b

const announcesVersion = nearbyWord(
  ['version', 'assemblyversion', 'fileversion', 'release', 'oid', 'section', 'chapter'],
  18,
)

/**
 * Called at the first digit of a run. Loopback (127/8), the unspecified network (0/8) and netmasks and
 * broadcast (255/8) say nothing about anybody and are not reported; private ranges are.
 */
export function recogniseIpv4(window: Window, position: number): boolean {
  if (window.digitRun > 3 || window.at(position + window.digitRun) !== DOT) return false
  if (!mayStartAddress(window, position)) return false
  const stop = ipv4End(window, position)
  if (stop < 0 || !mayEndAddress(window, stop)) return false
  const first = octet(window, position, window.digitRun)
  if (first === 0 || first === 127 || first === 255 || announcesVersion(window, position)) return false
  return window.found('ip_address', position, stop)
}

/** Versions have a `v`, a dot or `product/` before them; `10.0.0.1-10.0.0.9` is a range. */
function mayStartAddress(window: Window, position: number): boolean {
  const previous = window.before(position - 1)
  const second = window.before(position - 2)
  if (previous === DOT || (CLASS[previous]! & WORD) !== 0) return false
  if (previous === DASH) return (CLASS[second]! & DIGIT) !== 0
  return previous !== SLASH || (CLASS[second]! & LETTER) === 0
}

function mayEndAddress(window: Window, stop: number): boolean {
  const next = window.at(stop)
  if ((CLASS[next]! & WORD) !== 0) return false
  if (next === DOT) return (CLASS[window.at(stop + 1)]! & ALNUM) === 0
  if (next === DASH || next === PLUS) return (CLASS[window.at(stop + 1)]! & LETTER) === 0
  return true
}

/** The end of four octets without leading zeros, or -1. */
function ipv4End(window: Window, from: number): number {
  let position = from
  for (let part = 0; part < 4; part += 1) {
    if (part > 0) {
      if (window.at(position) !== DOT) return -1
      position += 1
    }
    const start = position
    let value = 0
    for (;;) {
      const digit = window.at(position) - 0x30
      if (digit < 0 || digit > 9) break
      // a leading zero, or more than an octet holds
      if ((value === 0 && position > start) || (value = value * 10 + digit) > 255) return -1
      position += 1
    }
    if (position === start) return -1
  }
  return position
}

function octet(window: Window, position: number, digits: number): number {
  let value = 0
  for (let offset = 0; offset < digits; offset += 1) value = value * 10 + window.at(position + offset) - 0x30
  return value
}

/**
 * Called at a colon. Only the ranges that are assigned count — 2000::/3, fc00::/7, fe80::/10, ff00::/8,
 * 64:ff9b:: and `::` followed by two groups or an IPv4 address — so that times, hardware addresses, slices and
 * `std::string` are none. `::` and `::1` are not reported.
 */
export function recogniseIpv6(window: Window, colon: number): boolean {
  const last = window.before(colon - 1)
  if ((CLASS[last]! & HEX) === 0 && (last === COLON || window.at(colon + 1) !== COLON)) return false
  let start = colon
  while (start > window.floor && start > colon - 5 && (CLASS[window.before(start - 1)]! & HEX) !== 0)
    start -= 1
  const previous = window.before(start - 1)
  if (colon - start > 4 || previous === COLON || previous === DOT || (CLASS[previous]! & WORD) !== 0)
    return false
  if (start === colon ? window.at(colon + 1) !== COLON : !isAssigned(window, start, colon)) return false
  window.start = start
  const stop = ipv6End(window, start)
  if (stop < 0 || (CLASS[window.at(stop)]! & WORD) !== 0) return false
  if (window.at(stop) === COLON && (CLASS[window.at(stop + 1)]! & (HEX | UNDERSCORE)) !== 0) return false
  return window.found('ip_address', start, stop)
}

/** Is the first group, which has arrived, the beginning of a range in use? */
function isAssigned(window: Window, start: number, colon: number): boolean {
  let value = 0
  for (let at = start; at < colon; at += 1) value = value * 16 + hexValue(window.before(at))
  if (value === 0x64) return window.startsWith(':ff9b:', colon)
  return (
    (value >= 0x2000 && value <= 0x3fff) ||
    (value >= 0xfc00 && value <= 0xfdff) ||
    (value >= 0xfe80 && value <= 0xfebf) ||
    value >= 0xff00
  )
}

function hexValue(code: number): number {
  return code <= 0x39 ? code - 0x30 : lowerCase(code) - 0x57
}

function ipv6End(window: Window, start: number): number {
  let position = start
  let groups = 0
  let groupsAfterGap = -1
  let hasDigit = false
  while (groups < 8) {
    if (window.at(position) === COLON && window.at(position + 1) === COLON) {
      if (groupsAfterGap >= 0) return -1
      groupsAfterGap = 0
      position += 2
    } else if (groups > 0) {
      if (window.at(position) !== COLON || (CLASS[window.at(position + 1)]! & HEX) === 0) break
      position += 1
    }
    const end = window.runEnd(HEX, position, position + 5)
    if (end === position) break
    if (end - position > 4) return -1
    if (window.at(end) === DOT && (groups === 6 || groupsAfterGap >= 0)) {
      const tail = ipv4End(window, position)
      if (tail > 0) return mayEndAddress(window, tail) && groups <= 6 ? tail : -1
    }
    for (let at = position; at < end; at += 1) hasDigit ||= (CLASS[window.at(at)]! & DIGIT) !== 0
    groups += 1
    if (groupsAfterGap >= 0) groupsAfterGap += 1
    position = end
  }
  if (!hasDigit) return -1
  if (groupsAfterGap < 0) return groups === 8 ? position : -1
  if (groups === 8 || (groups === groupsAfterGap && groups < 2)) return -1
  return position
}

import { expect, test } from 'vitest'
import { globMatcher } from '../kit/glob.ts'
import { globCovers, globsMeet } from './globs.ts'

function textsOver(alphabet: string, longest: number): readonly string[] {
  const texts = ['']
  for (let from = 0; texts[from]!.length < longest; from += 1)
    for (const unit of alphabet) texts.push(texts[from]! + unit)
  return texts
}

const GLOBS = textsOver('a*?', 3).filter((glob) => glob !== '')
const TEXTS = textsOver('ab', 6)
const MATCHED = new Map(GLOBS.map((glob) => [glob, TEXTS.filter(globMatcher(glob))]))

test('a glob that is said to cover another matches all that the other does', () => {
  let covered = 0
  for (const wide of GLOBS)
    for (const narrow of GLOBS) {
      if (!globCovers(wide, narrow)) continue
      covered += 1
      const isWide = globMatcher(wide)
      expect([wide, narrow, MATCHED.get(narrow)!.filter((text) => !isWide(text))]).toEqual([wide, narrow, []])
    }
  expect(covered).toBeGreaterThan(GLOBS.length)
})

test('two globs meet where there is a text that both match, and nowhere else', () => {
  for (const left of GLOBS)
    for (const right of GLOBS) {
      const shared = MATCHED.get(left)!.some(globMatcher(right))
      expect([left, right, globsMeet(left, right)]).toEqual([left, right, shared])
    }
})

test.each([
  ['*', 'anything', true],
  ['mcp__*', 'mcp__mail', true],
  ['mcp__*', 'mcp__mail_*', true],
  ['mcp__mail', 'mcp__*', false],
  ['?', '*', false],
  ['a?', 'a*', false],
])('%s covers %s: %s', (wide, narrow, covers) => {
  expect(globCovers(wide, narrow)).toBe(covers)
})

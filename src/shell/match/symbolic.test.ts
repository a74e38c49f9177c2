import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_PATH, ANY_TEXT, GLOB_ONE, GLOB_STAR, SOME_NAME } from '../symbols.ts'
import { fits, symbolicGlob } from './symbolic.ts'

/** Every text over a tiny alphabet, against which the answers can be counted out. */
const texts = ['']
for (let length = 1; length <= 6; length += 1)
  for (const text of texts.filter((one) => one.length === length - 1))
    texts.push(`${text}a`, `${text}b`, `${text}/`)

function matcher(pattern: string, wildcards: Readonly<Record<string, string>>): RegExp {
  return new RegExp(`^${Array.from(pattern, (char) => wildcards[char] ?? char).join('')}$`, 'u')
}

const SYMBOLS = {
  [GLOB_STAR]: '[^/]*',
  [GLOB_ONE]: '[^/]',
  [ANY_PATH]: '.*',
  [ANY_TEXT]: '.*',
  [SOME_NAME]: '[^/]+',
}

const glob = fc
  .array(fc.constantFrom('a', 'b', '/', '*', '?'), { maxLength: 3 })
  .map((chars) => chars.join(''))
const symbolic = fc.array(fc.constantFrom('a', 'b', '/', ...Object.keys(SYMBOLS)), { maxLength: 3 })

function globExpression(source: string): RegExp {
  return matcher(source.replaceAll('**', 'D'), { '*': '[^/]*', '?': '[^/]', D: '.*' })
}

test('a glob fits what the shell expands exactly when some expansion matches', () => {
  const expanded = fc.array(fc.constantFrom('a', 'b', '/', GLOB_STAR, GLOB_ONE, ANY_PATH), { maxLength: 3 })
  fc.assert(
    fc.property(glob, expanded, (source, chars) => {
      const [pattern, text] = [globExpression(source), matcher(chars.join(''), SYMBOLS)]
      const shared = texts.some((one) => pattern.test(one) && text.test(one))
      expect(fits(symbolicGlob(source), chars.join(''))).toBe(shared ? 'yes' : 'no')
    }),
    { numRuns: 5000 },
  )
})

test('`no` and `yes` hold for every value the unknown parts can take', () => {
  fc.assert(
    fc.property(glob, symbolic, (source, chars) => {
      const hasGlobs = chars.some((char) => char === GLOB_STAR || char === GLOB_ONE || char === ANY_PATH)
      const [pattern, text] = [globExpression(source), matcher(chars.join(''), SYMBOLS)]
      const meant = texts.filter((one) => text.test(one))
      const answer = fits(symbolicGlob(source), chars.join(''))
      if (answer === 'no') expect(meant.some((one) => pattern.test(one))).toBe(false)
      // a glob of the shell counts when it can match, so only purely unknown parts are held to "always"
      if (answer === 'yes' && !hasGlobs) expect(meant.every((one) => pattern.test(one))).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

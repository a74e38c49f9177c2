import { expect, test } from 'vitest'
import { expandBraces } from './braces.ts'
import { SOME_NAME } from './symbols.ts'

test('braces expand in the written order, inner ones too', () => {
  expect(expandBraces('a{b,c}d')).toEqual(['abd', 'acd'])
  expect(expandBraces('{a,b{1,2}}{x,y}')).toEqual(['ax', 'ay', 'b1x', 'b1y', 'b2x', 'b2y'])
  expect(expandBraces('{1..4}')).toEqual(['1', '2', '3', '4'])
  expect(expandBraces('{d..a..2}')).toEqual(['d', 'b'])
  expect(expandBraces('{rm,-rf,/}')).toEqual(['rm', '-rf', '/'])
})

test('what is quoted, empty or a parameter stays as it is', () => {
  expect(expandBraces('{}')).toEqual(['{}'])
  expect(expandBraces("'{a,b}'")).toEqual(["'{a,b}'"])
  expect(expandBraces('"{a,b}"c')).toEqual(['"{a,b}"c'])
  expect(expandBraces(String.raw`\{a,b}`)).toEqual([String.raw`\{a,b}`])
  expect(expandBraces('${x}')).toEqual(['${x}'])
  expect(expandBraces('{a')).toEqual(['{a'])
})

test('long ranges are one unknown name, and too many words are no list', () => {
  expect(expandBraces('{1..5000}')).toEqual([SOME_NAME])
  expect(expandBraces('{a,b}'.repeat(12))).toBeUndefined()
})

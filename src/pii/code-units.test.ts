import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyUnits } from './code-units.ts'

const piece = fc.oneof(
  fc.integer({ min: 0, max: 1200 }).map((count) => 'a 1'.repeat(count)),
  fc.constantFrom('\u0000', '\u007f', '\u0080', 'é', '—', '日本', '😀', '\ud83d', '\ude00', '\uffff'),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

test('the units of every text are copied as they are', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(2000), (pieces, skipped) => {
      const text = pieces.join('')
      const from = Math.min(skipped, text.length)
      const units = new Uint16Array(text.length)
      copyUnits(text, from, units)
      const expected = Uint16Array.from({ length: text.length }, (_, at) =>
        at < from ? 0 : text.charCodeAt(at),
      )
      expect(units).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

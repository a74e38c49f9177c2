import { array, assert, constantFrom, nat, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { createTextChannel, type TextFilter } from './text-filter.ts'

/** Replaces every `secret`, and keeps back what could still become one, plus as much as `extra` says. */
function hideSecrets(extra: () => number): TextFilter {
  let kept = ''
  const release = (wanted: number) => {
    let consumed = wanted
    while (
      consumed > 0 &&
      kept.slice(0, consumed + 6).indexOf('secret', consumed - 5) > -1 &&
      isInside(consumed)
    )
      consumed -= 1
    const released = kept.slice(0, consumed).replaceAll('secret', '***')
    kept = kept.slice(consumed)
    return { released, consumed }
  }
  const isInside = (at: number) => {
    for (let start = Math.max(0, at - 5); start < at; start += 1)
      if (kept.startsWith('secret', start)) return start + 6 > at
    return false
  }
  return {
    push(text) {
      kept += text
      return release(Math.max(0, kept.length - 5 - extra()))
    },
    flush: () => release(kept.length),
  }
}

test('what leaves is exactly what the filter lets through, however the text is cut', () => {
  const word = constantFrom('se', 'cret', 'secret', ' ', 'x', '🚀', 'sec', 'ret')
  assert(
    property(
      array(word, { maxLength: 40 }),
      array(nat(4), { minLength: 1, maxLength: 5 }),
      (pieces, extras) => {
        let turn = 0
        const channel = createTextChannel(hideSecrets(() => extras[turn++ % extras.length] ?? 0))
        const stretches = pieces.map((piece) => channel.push(piece))
        channel.close()
        expect(stretches.every((stretch) => channel.isCleared(stretch))).toBe(true)
        const left = stretches.map((stretch) => channel.outcome(stretch))
        expect(left.join('')).toBe(pieces.join('').replaceAll('secret', '***'))
      },
    ),
    { numRuns: 500 },
  )
})

test('a stretch the filter did not touch keeps its text', () => {
  assert(
    property(array(string({ maxLength: 6 }), { maxLength: 20 }), (pieces) => {
      const channel = createTextChannel(hideSecrets(() => 0))
      const stretches = pieces.map((piece) => channel.push(piece))
      channel.close()
      expect(stretches.map((stretch) => channel.outcome(stretch))).toEqual(pieces)
    }),
  )
})

test('after a block nothing more is cleared', () => {
  const blocked = { message: 'No.', style: 'refusal' } as const
  const channel = createTextChannel({
    push: () => ({ released: 'he', consumed: 2, blocked }),
    flush: () => ({ released: 'everything', consumed: 99 }),
  })
  const [first, second] = [channel.push('hello'), channel.push(' again')]
  channel.close()
  expect(channel.blocked).toEqual(blocked)
  expect([channel.outcome(first), channel.outcome(second)]).toEqual(['he', ''])
})

test('a filter that never makes up its mind keeps its text for itself', () => {
  const silent = { push: () => ({ released: '', consumed: 0 }), flush: () => ({ released: '', consumed: 0 }) }
  const channel = createTextChannel(silent)
  const stretch = channel.push('hello')
  channel.close()
  expect(channel.isCleared(stretch)).toBe(false)
  expect(channel.outcome(stretch)).toBe('')
})

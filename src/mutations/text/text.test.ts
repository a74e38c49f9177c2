import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64, htmlEntities, percentEncoded, rot13, unicodeEscaped, utf8 } from './bytes.ts'
import { joined, piecesOf } from './pieces.ts'
import { sentencesOf } from './sentences.ts'
import { seeker } from './seeker.ts'
import { slip } from './slips.ts'
import { randomStream } from '../../kit/random.ts'

const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
})

function factsIn(text: string): readonly string[] {
  return piecesOf(text).flatMap((piece) => (piece.kind === 'fact' ? [piece.text] : []))
}

test('the pieces of a text join to the text', () => {
  fc.assert(fc.property(anyText, (text) => joined(piecesOf(text)) === text))
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', "'", '`', ' ', '\n', 'a', 'É', '1', '.') }),
      (text) => {
        expect(joined(piecesOf(text))).toBe(text)
      },
    ),
  )
})

test('numbers, addresses, identifiers, quotations and names are facts', () => {
  expect(
    factsIn(
      'Ask Maria about #A-991, $12.50 and user_id at https://x.example/a?b=1 or "the  big one" by 10:45.',
    ),
  ).toEqual(['Maria', '#A-991,', '$12.50', 'user_id', 'https://x.example/a?b=1', '"the  big one"', '10:45.'])
})

test('a common word at the start of a sentence is no name, any other may be one', () => {
  expect(factsIn('Please come. Thanks! Zelda said so.')).toEqual(['Zelda'])
})

test('apostrophes are not quotation marks', () => {
  expect(factsIn("I don't think it's the dogs' house")).toEqual([])
  expect(factsIn("call it 'a day' now")).toEqual(["'a day'"])
})

test('a quotation ends with its line, a code block does not', () => {
  expect(factsIn('say "hello\nthere" now')).toEqual([])
  expect(factsIn('run ```a b\nc d``` now')).toEqual(['```a b\nc d```'])
})

test('sentences end at full stops and lines, never inside addresses or quotations', () => {
  expect(sentencesOf('Go to www.example.org. Read "a. b". Then\nstop!').map(({ text }) => text)).toEqual([
    'Go to www.example.org.',
    'Read "a. b".',
    'Then',
    'stop!',
  ])
})

test('encodings are the real ones', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const bytes = new TextEncoder().encode(text)
      expect(utf8(text)).toEqual([...bytes])
      expect(base64(text)).toBe(Buffer.from(bytes).toString('base64'))
      expect(decodeURIComponent(percentEncoded(text))).toBe(Buffer.from(bytes).toString())
      expect(JSON.parse(`"${unicodeEscaped(text)}"`)).toBe(text)
      expect(rot13(rot13(text))).toBe(text)
    }),
  )
  expect(htmlEntities('aé😀')).toBe('&#97;&#233;&#128512;')
  expect(rot13('Hello')).toBe('Uryyb')
})

test('a slip is one edit away, or an abbreviation', () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const made = slip('question', randomStream(seed, 'slip'))!
    expect(made.text).not.toBe('question')
    const lengths = {
      'wrong key': 8,
      'swapped letters': 8,
      'dropped letter': 7,
      'doubled letter': 9,
      abbreviation: 1,
    }
    expect(made.text).toHaveLength(lengths[made.how as keyof typeof lengths])
  }
})

const UNITS = [
  'a',
  '"',
  "'",
  '`',
  '```',
  '“',
  '«',
  "'a ",
  '"a ',
  ' ',
  '\n',
  '.',
  'a.',
  '1',
  '@a',
  'A ',
  'x\ud83d',
  '. "',
]

// every closing mark, out of reach in another line
const FAR_CLOSERS = `\n"\n'\n\`\n”\n“\n»\n’ `

test.each(UNITS)('reading a text of %j takes linear time', (unit) => {
  const [short, long] = [8_000, 256_000].map((length) => unit.repeat(length / unit.length) + FAR_CLOSERS) as [
    string,
    string,
  ]
  const once = (text: string): number => {
    const startMs = performance.now()
    sentencesOf(text)
    return performance.now() - startMs
  }
  const best = (text: string): number => Math.min(once(text), once(text))
  // 32 times as long; quadratic work would take a thousand times as long, and collecting garbage a few times
  const isLinear = () => best(long) < 400 * Math.max(0.1, best(short))
  expect(isLinear() || isLinear() || isLinear()).toBe(true)
})

test('a closing mark is looked for once, however many opening ones ask for it', () => {
  const text = `${'“'.repeat(1000)}\n”x”`
  let looks = 0
  const find = seeker(text, '”', (index) => {
    looks += 1
    return index > 1001
  })
  for (let start = 0; start < 1000; start += 1) expect(find(start + 1)).toBe(1003)
  expect(looks).toBe(2)
  for (let again = 0; again < 10; again += 1) expect(find(1004)).toBeUndefined()
  expect(looks).toBe(2)
})

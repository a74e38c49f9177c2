import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CustomTemplate, MutationDefinition, MutationTarget } from './define-mutation.ts'
import { generate } from './make-mutations.ts'
import type { Generated, Mutated } from './mutation.ts'
import { MUTATIONS } from './types/index.ts'

const EVERYTHING: MutationTarget = { http: { method: 'POST' }, turns: true }

const TEMPLATES: readonly CustomTemplate[] = [
  { name: 'polite', template: 'Dear assistant, {prompt} Thank you.', intent: 'preserved' },
  { name: 'twice', template: '{prompt}\n{prompt}', intent: 'broken' },
]

const RICH_PROMPT =
  'Please book the cheapest flight from Oslo to Rome for 2 people on 2027-03-14. Do not use "Sky  Lark" and send the details to ann.lee@example.org.'

function made(definition: MutationDefinition, prompt: string, seed: number | string, ordinal = 0): Generated {
  return generate(prompt, definition, { seed, ordinal, target: EVERYTHING, templates: TEMPLATES })
}

/** Anything a string can hold, halves of surrogate pairs included. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.string({
    unit: fc.constantFrom('"', "'", '`', '“', '”', '«', 'a', 'Not', ' ', '\n', '.', '1', '@', '\ud83d'),
  }),
)

const plainWord = fc.constantFrom(
  ...'please summarize the report and send it to my customer because I need a quick answer about this issue with what'.split(
    ' ',
  ),
)

/** What a rewording must leave alone. */
const fact = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map(String),
  fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 10, max: 99 })).map(([a, b]) => `$${a}.${b}`),
  fc.constantFrom('2027-03-14', '10:45', '#A-991', 'ORD_77', '12%', 'v2.3.1'),
  fc.constantFrom('https://example.com/a?b=c&d=1#e', 'http://localhost:8080/x', 'www.example.org'),
  fc.constantFrom('ann.lee@example.org', 'x+y@sub.example.co.uk'),
  fc
    .string({ unit: fc.constantFrom('a', 'B', ' ', '7', 'please', 'not', ',', "'") })
    .map((inner) => `"${inner}"`),
  fc.constantFrom('“please  do not”', '`rm -rf /tmp/x`', '«the answer»'),
)

const promptWithFacts = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: plainWord.map((text) => ({ text, isFact: false })) },
      { weight: 1, arbitrary: fact.map((text) => ({ text, isFact: true })) },
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map((parts) => ({
    prompt: parts.map(({ text }) => text).join(' '),
    facts: parts.flatMap(({ text, isFact }) => (isFact ? [text] : [])),
  }))

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Types whose results may not hold a single number that the prompt did not have. */
const ADDS_NO_NUMBERS = [
  'paraphrase',
  'noise',
  'tone_shift',
  'context_manipulation',
  'length_extremes',
  'language_mixing',
]

describe.each(MUTATIONS.map((definition) => [definition.name, definition] as const))(
  '%s',
  (name, definition) => {
    test('gives the same bytes for the same seed, and data that survive being written down', () => {
      fc.assert(
        fc.property(anyText, fc.integer(), fc.nat(20), (prompt, seed, ordinal) => {
          const result = made(definition, prompt, seed, ordinal)
          expect(made(definition, prompt, seed, ordinal)).toEqual(result)
          if (result.outcome === 'mutated' && result.request !== undefined)
            expect(JSON.parse(JSON.stringify(result.request))).toEqual(result.request)
        }),
        { numRuns: 60 },
      )
    })

    test('differs between seeds', () => {
      const results = Array.from({ length: 30 }, (_, seed) =>
        JSON.stringify(made(definition, RICH_PROMPT, seed)),
      )
      expect(new Set(results).size).toBeGreaterThan(1)
    })

    test('never throws, keeps to the intents it documents, and says what it did or why it did nothing', () => {
      fc.assert(
        fc.property(anyText, fc.integer(), (prompt, seed) => {
          const result = made(definition, prompt, seed)
          if (result.outcome === 'unchanged') return result.why.length > 10
          expect(definition.intents).toContain(result.intent)
          expect(result.note).not.toBe('')
          return true
        }),
        { numRuns: 150 },
      )
    })

    test('keeps every number, quotation and address where it preserves the intent', () => {
      fc.assert(
        fc.property(promptWithFacts, fc.integer(), fc.nat(12), ({ prompt, facts }, seed, ordinal) => {
          const result = made(definition, prompt, seed, ordinal)
          if (result.outcome !== 'mutated' || result.intent !== 'preserved') return
          for (const one of facts)
            expect(occurrences(result.prompt, one), `${one} in ${result.prompt}`).toBeGreaterThanOrEqual(
              facts.filter((other) => other === one).length,
            )
          if (ADDS_NO_NUMBERS.includes(name))
            expect(result.prompt.match(/\d+/gu) ?? []).toEqual(prompt.match(/\d+/gu) ?? [])
        }),
        { numRuns: 150 },
      )
    })

    test('takes a megabyte, and nothing at all', () => {
      for (const prompt of ['', 'a'.repeat(1_048_576), '"'.repeat(1_048_576)])
        expect(['mutated', 'unchanged']).toContain(made(definition, prompt, 1).outcome)
    })

    test('takes linear time', () => {
      const [short, long] = [`${RICH_PROMPT} `.repeat(100), `${RICH_PROMPT} `.repeat(3200)] as const
      const once = (prompt: string): number => {
        const startMs = performance.now()
        made(definition, prompt, 1)
        return performance.now() - startMs
      }
      const best = (prompt: string): number => Math.min(once(prompt), once(prompt))
      // 32 times as long; quadratic work would take a thousand times as long, and collecting garbage a few times
      const isLinear = () => best(long) < 300 * Math.max(0.2, best(short))
      expect(isLinear() || isLinear() || isLinear()).toBe(true)
    })

    test('changes only what it is for', () => {
      for (let seed = 0; seed < 20; seed += 1) {
        const result = made(definition, RICH_PROMPT, seed) as Mutated
        expect(result.outcome).toBe('mutated')
        expect(result.request !== undefined).toBe(definition.needs === 'http')
        expect(result.turns !== undefined).toBe(definition.needs === 'turns')
        expect(result.prompt === RICH_PROMPT).toBe(
          definition.needs === 'http' || (result.turns !== undefined && !result.prompt.includes('\n')),
        )
      }
    })

    test('has its canary where the agent can read it', () => {
      for (let seed = 0; seed < 20; seed += 1) {
        const { canary, prompt, turns = [] } = made(definition, RICH_PROMPT, seed) as Mutated
        if (canary === undefined) continue
        expect(canary).toMatch(/^HF-[0-9A-F]{6}$/u)
        expect([prompt, ...turns.map(({ content }) => content)].join('\n')).toContain(canary)
      }
    })
  },
)

test('a negation survives every typo, synonym, shortening and change of tone', () => {
  const rewordings = MUTATIONS.filter(({ name }) => ADDS_NO_NUMBERS.slice(0, 3).includes(name))
  for (const definition of [...rewordings, MUTATIONS.find(({ name }) => name === 'length_extremes')!])
    for (let seed = 0; seed < 200; seed += 1) {
      const result = made(
        definition,
        'Please do not delete the report, and never send it without a check.',
        seed,
      )
      if (result.outcome !== 'mutated') continue
      for (const word of ['not', 'never', 'without'])
        expect(result.prompt.toLowerCase(), definition.name).toMatch(new RegExp(`\\b${word}\\b`, 'u'))
    }
})

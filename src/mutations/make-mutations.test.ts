import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MutationTarget } from './define-mutation.ts'
import { defineMutation } from './define-mutation.ts'
import { distribute } from './distribute.ts'
import { makeMutations, type MutationRequest } from './make-mutations.ts'
import { mutated } from './mutation.ts'
import { DEFAULT_TYPES, mutationVocabulary } from './vocabulary.ts'
import { weightsOf } from './weights.ts'

const HTTP: MutationTarget = { http: { method: 'POST' }, turns: true }
const TEXT_ONLY: MutationTarget = { turns: false }
const vocabulary = mutationVocabulary()
const ALL = [...vocabulary.keys()]
const PROMPT = 'Please book the cheapest flight from Oslo to Rome for 2 people on 2027-03-14.'

const NEEDS_HTTP = [
  'concurrent_request_pattern',
  'content_type_confusion',
  'http_header_injection',
  'payload_size_attack',
  'protocol_level_attack',
  'query_parameter_poisoning',
  'request_method_attack',
  'timeout_manipulation',
]

function request(more: Partial<MutationRequest> = {}): MutationRequest {
  return { seed: 7, count: 10, types: DEFAULT_TYPES, target: HTTP, vocabulary, ...more }
}

test('there are twenty-four types with the standard weights', () => {
  expect(ALL).toHaveLength(24)
  expect(weightsOf(vocabulary)).toMatchInlineSnapshot(`
    {
      "advanced_jailbreak": 2,
      "concurrent_request_pattern": 1.4,
      "content_type_confusion": 1.5,
      "context_manipulation": 1.1,
      "custom": 1,
      "encoding_attacks": 1.3,
      "format_poisoning": 1.6,
      "http_header_injection": 1.7,
      "language_mixing": 1.2,
      "length_extremes": 1.2,
      "multi_turn_attack": 1.4,
      "noise": 0.8,
      "paraphrase": 1,
      "payload_size_attack": 1.4,
      "prompt_injection": 1.5,
      "protocol_level_attack": 1.8,
      "query_parameter_poisoning": 1.6,
      "request_method_attack": 1.3,
      "resource_exhaustion": 1.5,
      "semantic_similarity_attack": 1.3,
      "temporal_attack": 1.1,
      "timeout_manipulation": 1.3,
      "token_manipulation": 1.5,
      "tone_shift": 0.9,
    }
  `)
})

test('own weights override only the types they name', () => {
  expect(weightsOf(vocabulary, { noise: 3 })).toEqual({ ...weightsOf(vocabulary), noise: 3 })
})

test('every type has an equal share and the first ones one more', () => {
  expect(distribute(['a', 'b', 'c'], 8, 1)).toEqual([
    { type: 'a', count: 3 },
    { type: 'b', count: 3 },
    { type: 'c', count: 2 },
  ])
})

test('with more types than mutations the seed chooses, in the order of the list', () => {
  const chosen = distribute(ALL, 5, 1).map(({ type }) => type)
  expect(chosen).toHaveLength(5)
  expect([...chosen].sort((left, right) => ALL.indexOf(left) - ALL.indexOf(right))).toEqual(chosen)
  expect(distribute(ALL, 5, 1)).toEqual(distribute(ALL, 5, 1))
  const over = new Set(
    Array.from({ length: 200 }, (_, seed) => distribute(ALL, 5, seed)).flatMap((shares) =>
      shares.map(({ type }) => type),
    ),
  )
  expect(over.size).toBe(24)
})

test('the shares always sum to the count', () => {
  fc.assert(
    fc.property(
      fc.subarray(ALL, { minLength: 1 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer(),
      (types, count, seed) => {
        const shares = distribute(types, count, seed)
        expect(shares.reduce((sum, share) => sum + share.count, 0)).toBe(count)
        const counts = shares.map((share) => share.count)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      },
    ),
  )
})

test('exactly as many mutations are made as asked for, all different, with ids of their own', () => {
  for (const count of [1, 7, 10, 24, 50]) {
    const { mutations, notMade } = makeMutations(
      PROMPT,
      request({ count, types: ALL.filter((type) => type !== 'custom') }),
    )
    expect(notMade).toEqual([])
    expect(mutations).toHaveLength(count)
    expect(new Set(mutations.map(({ id }) => id)).size).toBe(count)
    for (const { id, original } of mutations) {
      expect(id).toMatch(/^[0-9a-f]{14}$/u)
      expect(original).toBe(PROMPT)
    }
  }
})

test('the same seed gives the same set, another seed another one', () => {
  expect(makeMutations(PROMPT, request())).toEqual(makeMutations(PROMPT, request()))
  expect(makeMutations(PROMPT, request({ seed: 8 }))).not.toEqual(makeMutations(PROMPT, request()))
})

test('a mutation does not depend on the other types of the run', () => {
  const alone = makeMutations(PROMPT, request({ types: ['noise'], count: 2 }))
  const among = makeMutations(PROMPT, request({ types: ['paraphrase', 'noise'], count: 4 }))
  expect(among.mutations.filter(({ type }) => type === 'noise')).toEqual(alone.mutations)
})

test('several mutations of one type go through its kinds before one comes again', () => {
  const { mutations } = makeMutations(PROMPT, request({ types: ['tone_shift'], count: 6 }))
  expect(new Set(mutations.map(({ note }) => note)).size).toBe(6)
})

test('types that the agent cannot take are named and leave their share to the others', () => {
  const types = ALL.filter((type) => type !== 'custom')
  const { mutations, notMade } = makeMutations(PROMPT, request({ target: TEXT_ONLY, types, count: 28 }))
  expect(mutations).toHaveLength(28)
  expect(
    mutations.every(({ request: variation, turns }) => variation === undefined && turns === undefined),
  ).toBe(true)
  expect(notMade.map(({ type, reason }) => `${type} ${reason}`).sort()).toEqual(
    [...NEEDS_HTTP, 'multi_turn_attack'].map((type) => `${type} not-applicable`).sort(),
  )
  expect(notMade.every(({ why }) => why.includes('this agent'))).toBe(true)
})

test('an agent that can take nothing that was asked for gets nothing, and it is said', () => {
  const { mutations, notMade } = makeMutations(PROMPT, request({ target: TEXT_ONLY, types: NEEDS_HTTP }))
  expect(mutations).toEqual([])
  expect(notMade).toHaveLength(8)
})

test('every mutation that could not be made is in the list with its reason', () => {
  const { mutations, notMade } = makeMutations('12 34', request({ types: ['noise', 'paraphrase'], count: 5 }))
  expect(mutations).toEqual([])
  expect(notMade.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
    'noise unchanged',
    'noise unchanged',
    'noise unchanged',
    'paraphrase unchanged',
    'paraphrase unchanged',
  ])
})

test('a type that has no further variant says so instead of sending the same twice', () => {
  const templates = [{ name: 'one', template: '<{prompt}>', intent: 'preserved' as const }]
  const { mutations, notMade } = makeMutations(PROMPT, request({ types: ['custom'], count: 3, templates }))
  expect(mutations.map(({ prompt }) => prompt)).toEqual([`<${PROMPT}>`])
  expect(notMade.map(({ reason }) => reason)).toEqual(['repeated', 'repeated'])
})

test('a type of your own that gives the prompt back has not mutated it', () => {
  const lazy = defineMutation({
    name: 'lazy',
    summary: 'Does nothing.',
    weight: 1,
    intents: ['preserved'],
    needs: 'text',
    mutate: (prompt) => mutated(prompt, 'preserved', 'nothing'),
  })
  const own = mutationVocabulary([lazy])
  const { mutations, notMade } = makeMutations(
    PROMPT,
    request({ types: ['lazy'], count: 1, vocabulary: own }),
  )
  expect(mutations).toEqual([])
  expect(notMade[0]).toMatchObject({ reason: 'unchanged', why: expect.stringContaining('as it was') })
})

test('an unknown type is an error that names the nearest one', () => {
  expect(() => makeMutations(PROMPT, request({ types: ['paraphase'] }))).toThrow(
    '`paraphase` is not a mutation type',
  )
})

test('two types of one name are an error', () => {
  expect(() => mutationVocabulary([vocabulary.get('noise')!])).toThrow(
    'two mutation types are called `noise`',
  )
})

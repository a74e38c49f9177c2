import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { CustomTemplate } from './define-mutation.ts'
import { generate } from './make-mutations.ts'
import type { Intent, Mutated } from './mutation.ts'
import { MUTATIONS } from './types/index.ts'

/** One case of `corpus/mutations/<name>.yaml`; it holds for every seed from 0 to below `seeds`. */
interface Case {
  readonly name: string
  readonly prompt: string
  readonly seeds?: number
  readonly method?: string
  readonly templates?: readonly CustomTemplate[]
  /** A part of the reason why nothing was made. */
  readonly unchanged?: string
  /** Intents that occur, all of them and no other. */
  readonly intents?: readonly Intent[]
  /** In every result. */
  readonly keeps?: readonly string[]
  /** In no result. */
  readonly never?: readonly string[]
  /** Patterns, each of which at least one result matches; request variations and turns are looked at as JSON. */
  readonly some?: readonly string[]
  /** Notes that occur; all of them must be found. */
  readonly notes?: readonly string[]
  readonly shortest?: number
  readonly longest?: number
  /** The very text that a seed gives. */
  readonly exactly?: { readonly seed: number; readonly prompt: string }
}

const folder = new URL('../../corpus/mutations/', import.meta.url)
const DEFAULT_SEEDS = 60

function shown({ prompt, turns, request }: Mutated): string {
  return [prompt, turns && JSON.stringify(turns), request && JSON.stringify(request)]
    .filter(Boolean)
    .join('\n')
}

describe.each(MUTATIONS.map((definition) => [definition.name, definition] as const))(
  '%s',
  (name, definition) => {
    const file = `${name.replaceAll('_', '-')}.yaml`
    const cases = readdirSync(folder).includes(file)
      ? (parse(readFileSync(new URL(file, folder), 'utf8')) as readonly Case[])
      : []

    test('has cases', () => {
      expect(cases.length).toBeGreaterThanOrEqual(2)
    })

    test.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
      const target = { http: { method: one.method ?? 'POST' }, turns: true }
      const made = (seed: number) =>
        generate(one.prompt, definition, { seed, target, templates: one.templates ?? [] })
      const results = Array.from({ length: one.seeds ?? DEFAULT_SEEDS }, (__, seed) => made(seed))
      if (one.unchanged !== undefined) {
        for (const result of results)
          expect(result).toEqual({ outcome: 'unchanged', why: expect.stringContaining(one.unchanged) })
        return
      }
      const all = results.map((result) => (result.outcome === 'mutated' ? result : expect.fail(result.why)))
      const texts = all.map(shown)
      if (one.intents !== undefined)
        expect([...new Set(all.map(({ intent }) => intent))].sort()).toEqual([...one.intents].sort())
      for (const kept of one.keeps ?? []) expect(texts.filter((text) => !text.includes(kept))).toEqual([])
      for (const never of one.never ?? []) expect(texts.filter((text) => text.includes(never))).toEqual([])
      for (const some of one.some ?? [])
        expect(
          texts.some((text) => new RegExp(some, 'u').test(text)),
          `${some} in\n${texts.map((text) => text.slice(0, 120)).join('\n')}`,
        ).toBe(true)
      for (const note of one.notes ?? []) expect(all.map((each) => each.note)).toContain(note)
      for (const { prompt } of all) {
        expect(prompt.length).toBeGreaterThanOrEqual(one.shortest ?? 0)
        expect(prompt.length).toBeLessThanOrEqual(one.longest ?? Infinity)
      }
      if (one.exactly !== undefined)
        expect((made(one.exactly.seed) as Mutated).prompt).toBe(one.exactly.prompt)
    })
  },
)

test('every case file belongs to a type', () => {
  const names = new Set(MUTATIONS.map(({ name }) => `${name.replaceAll('_', '-')}.yaml`))
  expect(readdirSync(folder).filter((file) => !names.has(file))).toEqual([])
})

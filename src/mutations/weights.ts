import type { MutationVocabulary } from './vocabulary.ts'

export type Weights = Readonly<Record<string, number>>

/** The weights of all types; a map of your own overrides only the types it names. */
export function weightsOf(vocabulary: MutationVocabulary, own: Weights = {}): Weights {
  const standard = Array.from(vocabulary.values(), ({ name, weight }) => [name, weight] as const)
  return { ...Object.fromEntries(standard), ...own }
}

import { HoldfastError } from '../kit/errors.ts'
import type { MutationDefinition } from './define-mutation.ts'
import { MUTATIONS } from './types/index.ts'

/** Mutation types by the name a configuration calls them. */
export type MutationVocabulary = ReadonlyMap<string, MutationDefinition>

/** What is used when a configuration names no types. */
export const DEFAULT_TYPES: readonly string[] = [
  'paraphrase',
  'noise',
  'tone_shift',
  'prompt_injection',
  'encoding_attacks',
  'context_manipulation',
  'length_extremes',
]

export function mutationVocabulary(more: readonly MutationDefinition[] = []): MutationVocabulary {
  const byName = new Map<string, MutationDefinition>()
  for (const definition of [...MUTATIONS, ...more]) {
    if (byName.has(definition.name))
      throw new HoldfastError('HF_DUPLICATE_NAME', `two mutation types are called \`${definition.name}\``)
    byName.set(definition.name, definition)
  }
  return byName
}

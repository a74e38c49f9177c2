import { chaosVocabulary, type ChaosVocabulary } from '../../chaos/vocabulary.ts'
import { builtInVocabulary, type Vocabulary } from '../../contract/index.ts'
import { mutationVocabulary, type MutationVocabulary } from '../../mutations/index.ts'

/** Every word that a test configuration may use, by the part of it that uses them. */
export interface ConfigWords {
  readonly contract: Vocabulary
  readonly chaos: ChaosVocabulary
  readonly mutations: MutationVocabulary
}

/** Those that come with the package. */
export function builtInWords(): ConfigWords {
  return { contract: builtInVocabulary(), chaos: chaosVocabulary(), mutations: mutationVocabulary() }
}

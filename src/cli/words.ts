import { builtInVocabulary, vocabulary, type Vocabulary } from '../contract/index.ts'
import type { CliIo } from './io.ts'

/** The words that contracts may use here: the built-in ones and those of plugins. */
export function contractWords({ plugin }: Pick<CliIo, 'plugin'>): Vocabulary {
  return plugin === undefined ? builtInVocabulary() : vocabulary(plugin)
}

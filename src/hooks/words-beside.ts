import { dirname } from 'node:path'
import { builtInVocabulary, vocabulary, type Vocabulary } from '../contract/index.ts'
import { configIn, loadPlugin } from '../plugins/index.ts'

/**
 * The words of a contract that has a `holdfast.config` beside it. Nowhere else is looked: a hook starts where its agent
 * works, and what lies around there is not the contract's.
 */
export async function wordsBeside(contractFile: string): Promise<Vocabulary | undefined> {
  const file = configIn(dirname(contractFile))
  if (file === undefined) return undefined
  const { operators, predicates, checks } = builtInVocabulary()
  const taken = {
    operators: [...operators.keys()],
    predicates: [...predicates.keys()],
    checks: [...checks.keys()],
  }
  return vocabulary(await loadPlugin(file, taken))
}

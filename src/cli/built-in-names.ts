import { ATTACKS, FAULTS } from '../chaos/index.ts'
import { builtInVocabulary } from '../contract/index.ts'
import { mutationVocabulary } from '../mutations/index.ts'
import { nameOf, type PluginKind } from '../plugins/index.ts'

/** What a plugin may not call its own. */
export function builtInNames(): Readonly<Record<PluginKind, readonly string[]>> {
  const { operators, predicates, checks } = builtInVocabulary()
  return {
    operators: [...operators.keys()],
    predicates: [...predicates.keys()],
    checks: [...checks.keys()],
    faults: FAULTS.map(nameOf),
    attacks: ATTACKS.map(nameOf),
    mutations: [...mutationVocabulary().keys()],
  }
}

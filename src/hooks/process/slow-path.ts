import { pinnedWords } from '../pinned-plugins.ts'
import { problemLines, readContractFile } from '../read-contract.ts'
import type { HookWorld } from '../run-hook.ts'

/** All of YAML and validation, in a file of its own that a hook loads only when its contract has changed. */
export const readContract: HookWorld['readContract'] = async (file, plugins) => {
  const read = readContractFile(file, plugins && (await pinnedWords(plugins)))
  return { ...read, explained: problemLines(read.problems) }
}

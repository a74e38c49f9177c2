import { problemLines, readContractFile } from '../read-contract.ts'
import type { HookWorld } from '../run-hook.ts'
import { wordsBeside } from '../words-beside.ts'

/** All of YAML and validation, in a file of its own that a hook loads only when its contract has changed. */
export const readContract: HookWorld['readContract'] = async (file) => {
  const read = readContractFile(file, await wordsBeside(file))
  return { ...read, explained: problemLines(read.problems) }
}

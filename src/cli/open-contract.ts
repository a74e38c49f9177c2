import { HoldfastError } from '../kit/errors.ts'
import { loadContract, MAX_CONTRACT_CHARS, type Contract, type LoadResult } from '../contract/index.ts'
import type { SourceText } from '../kit/source/index.ts'
import type { CliIo } from './io.ts'
import { printProblems } from './problems.ts'
import { contractWords } from './words.ts'

/** UTF-8 takes up to three bytes for what JavaScript counts as one. */
const MAX_CONTRACT_BYTES = MAX_CONTRACT_CHARS * 3

export function readContract(path: string, io: CliIo, { lenient = false } = {}): LoadResult {
  const read = io.readText(path, MAX_CONTRACT_BYTES)
  if (!read.ok)
    throw new HoldfastError(
      'HF_FILE',
      `cannot read ${path === '-' ? 'standard input' : `\`${path}\``}: ${read.reason}`,
    )
  return loadContract(read.file, read.text, {
    lenient,
    vocabulary: contractWords(io),
    readFile: (name, from) => io.readText(name, MAX_CONTRACT_BYTES, from),
  })
}

/** A contract that loads, or the problems on the screen and nothing. */
export function openContract(
  path: string,
  io: CliIo,
): { readonly contract: Contract; readonly sources: readonly SourceText[] } | undefined {
  const { contract, problems, sources } = readContract(path, io)
  printProblems(io, problems, sources)
  return contract === undefined ? undefined : { contract, sources }
}

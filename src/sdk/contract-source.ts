import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileContract, loadContract, type CompiledContract, type FileText } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'

/** A file's path or URL, a contract's text, or a contract that is already compiled. */
export type ContractSource =
  | string
  | URL
  | { readonly text: string; readonly file?: string }
  | CompiledContract

/** A contract that does not load stops the program from starting, with every problem in the message. */
export function openContract(source: ContractSource): CompiledContract {
  if (typeof source === 'object' && 'clauses' in source) return source
  const { file, text } = textOf(source)
  const { contract, problems } = loadContract(file, text, {
    readFile: (name, from) => readText(resolve(dirname(from), name)),
  })
  if (contract !== undefined) return compileContract(contract)
  const lines = problems
    .filter(({ level }) => level === 'error')
    .map(({ file: where, line, column, message }) => `${where}:${line}:${column}  ${message}`)
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `the contract does not load:\n${lines.join('\n')}`,
    'see `holdfast contract validate`',
  )
}

function textOf(source: Exclude<ContractSource, CompiledContract>): { file: string; text: string } {
  if (typeof source === 'object' && 'text' in source)
    return { file: source.file ?? 'contract.yaml', text: source.text }
  const path = typeof source === 'string' ? source : fileURLToPath(source)
  const read = readText(path)
  if (read.ok) return read
  throw new HoldfastError('HF_FILE', `cannot read the contract \`${path}\`: ${read.reason}`)
}

function readText(path: string): FileText {
  try {
    return { ok: true, file: path, text: readFileSync(path, 'utf8') }
  } catch (error) {
    return { ok: false, reason: (error as Error).message }
  }
}

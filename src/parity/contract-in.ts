import { compileContract, loadContract, type CompiledContract } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { Transcript } from './transcript.ts'

export function contractIn({ contractText, file }: Transcript): CompiledContract {
  const { contract, problems } = loadContract('contract.yaml', contractText)
  if (contract !== undefined) return compileContract(contract)
  const reasons = problems.map(({ message }) => message).join('; ')
  throw new HoldfastError('HF_INVALID_FILE', `${file}:1:1  its contract does not load: ${reasons}`)
}

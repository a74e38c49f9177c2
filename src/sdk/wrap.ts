import { HoldfastError } from '../kit/errors.ts'
import { clientGuard, type WrapOptions } from './client-options.ts'
import { isGenAiClient, wrapGenAi } from './clients/genai.ts'
import { isStainlessClient, wrapStainless } from './clients/stainless.ts'
import type { ContractSource } from './contract-source.ts'
import type { ContractGuard } from './guard.ts'

/**
 * The same client under a contract: an OpenAI, Anthropic or Google GenAI client goes in, and one of the same class
 * and type comes out. With a guard in place of a contract, all its calls belong to the guard's session.
 */
export function wrap<Client extends object>(
  client: Client,
  contract: ContractSource | ContractGuard,
  options: WrapOptions = {},
): Client {
  const guard = clientGuard(contract, options)
  if (isStainlessClient(client)) return wrapStainless(client, guard)
  if (isGenAiClient(client)) return wrapGenAi(client, guard)
  throw new HoldfastError(
    'HF_USAGE',
    'this is none of the clients that can be wrapped',
    'give an OpenAI, Anthropic or Google GenAI client, or use `createGuard` for everything else',
  )
}

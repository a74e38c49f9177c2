import type { Random } from '../kit/random.ts'
import type { Generated, Intent } from './mutation.ts'

/** What the agent under test can be given. */
export interface MutationTarget {
  /** Present when the agent is reached by HTTP requests that the lab itself writes. */
  readonly http?: { readonly method: string }
  /** Earlier messages can be sent along with a prompt. */
  readonly turns: boolean
}

/** What a type needs of the target. There is no stand-in in words: text about headers is not a header. */
export type Need = 'text' | 'turns' | 'http'

export interface CustomTemplate {
  readonly name: string
  /** With `{prompt}` wherever the prompt goes. */
  readonly template: string
  readonly intent: Intent
}

export interface MutationContext {
  readonly random: Random
  readonly target: MutationTarget
  readonly templates: readonly CustomTemplate[]
  /** The next of these in an order that the seed fixes, so that mutations of one type differ in kind first. */
  readonly inTurn: <T>(choices: readonly T[]) => T
}

export interface MutationDefinition {
  readonly name: string
  readonly summary: string
  /** How much one mutation of this type counts in the score. */
  readonly weight: number
  /** The intents its results may have. */
  readonly intents: readonly Intent[]
  readonly needs: Need
  /**
   * What a model is asked to do, when one may write this type; its results have the first of the intents.
   * A request variation cannot be written by a model.
   */
  readonly instruction?: string
  mutate(prompt: string, context: MutationContext): Generated
}

export function defineMutation(definition: MutationDefinition): MutationDefinition {
  return definition
}

import type { AbortSignalLike } from '../../model/index.ts'
import type { MutationDefinition } from '../define-mutation.ts'
import { mutationId } from '../identity.ts'
import { makeMutations, type MutationRequest, type MutationSet } from '../make-mutations.ts'
import { mutated, type Mutation } from '../mutation.ts'
import { lostFacts } from '../text/facts.ts'
import { cleanAnswer } from './clean-answer.ts'
import { writerInstruction } from './instruction.ts'

/** Asks a model one thing and gives its answer as it came; throws when there is none. */
export type MutationWriter = (instruction: string, signal?: AbortSignalLike) => Promise<string>

const MOST_AT_ONCE = 4

/**
 * The same plan as without a model; a model then writes what it can. Where it cannot (a request variation, earlier
 * turns) or its answer is of no use, the mutation made by rule stays and its note says why.
 */
export async function writeMutations(
  original: string,
  request: MutationRequest,
  writer: MutationWriter,
  signal?: AbortSignalLike,
): Promise<MutationSet> {
  const { mutations, notMade } = makeMutations(original, request)
  const written: Mutation[] = []
  for (let first = 0; first < mutations.length; first += MOST_AT_ONCE) {
    const group = mutations.slice(first, first + MOST_AT_ONCE)
    written.push(...(await Promise.all(group.map((mutation) => writeOne(mutation, request, writer, signal)))))
  }
  return { mutations: withoutRepeats(written, mutations), notMade }
}

async function writeOne(
  byRule: Mutation,
  { vocabulary }: MutationRequest,
  writer: MutationWriter,
  signal: AbortSignalLike | undefined,
): Promise<Mutation> {
  const definition = vocabulary.get(byRule.type)
  if (definition?.instruction === undefined) return byRule
  if (signal?.aborted === true) return kept(byRule, 'aborted')
  try {
    const answer = await writer(writerInstruction(definition.instruction, byRule.original), signal)
    return fromAnswer(byRule, definition, answer)
  } catch (error) {
    return kept(byRule, error instanceof Error ? error.message : 'it failed')
  }
}

/** A model writes results with the first of the type's intents. */
function fromAnswer(byRule: Mutation, definition: MutationDefinition, answer: string): Mutation {
  const { original, type, weight } = byRule
  const intent = definition.intents[0]!
  const prompt = cleanAnswer(answer, original)
  if (prompt === undefined) return kept(byRule, 'its answer is empty')
  if (prompt === original.trim()) return kept(byRule, 'it gave the prompt back as it was')
  const lost = intent === 'preserved' ? lostFacts(original, prompt) : []
  if (lost.length > 0) return kept(byRule, `it lost ${lost.map((fact) => `\`${fact}\``).join(', ')}`)
  const { outcome: _, ...rest } = mutated(prompt, intent, 'written by a model')
  const id = mutationId(original, type, mutated(prompt, intent, ''))
  return { id, type, original, ...rest, weight, author: 'model' }
}

function kept(byRule: Mutation, why: string): Mutation {
  return { ...byRule, note: `${byRule.note}; the model was of no use: ${why}` }
}

/** A model that says the same twice leaves the second place to the rule. */
function withoutRepeats(written: readonly Mutation[], byRule: readonly Mutation[]): readonly Mutation[] {
  const seen = new Set<string>()
  return written.map((mutation, place) => {
    const isRepeat = seen.has(mutation.id)
    seen.add(mutation.id)
    return isRepeat ? kept(byRule[place]!, 'it repeated itself') : mutation
  })
}

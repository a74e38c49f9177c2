import { HoldfastError } from '../kit/errors.ts'
import { hashWord } from '../kit/hash.ts'
import { didYouMean } from '../kit/nearest-name.ts'
import { randomStream } from '../kit/random.ts'
import type {
  CustomTemplate,
  MutationContext,
  MutationDefinition,
  MutationTarget,
} from './define-mutation.ts'
import { distribute } from './distribute.ts'
import { mutationId } from './identity.ts'
import { unchanged, type Generated, type Mutated, type Mutation, type NotMade } from './mutation.ts'
import { shuffled } from './text/draw.ts'
import type { MutationVocabulary } from './vocabulary.ts'
import { weightsOf, type Weights } from './weights.ts'

/** How often a repeated result is tried again with fresh numbers before that is said. */
const MOST_ATTEMPTS = 12

export interface MutationRequest {
  readonly seed: number | string
  /** For this one prompt. */
  readonly count: number
  readonly types: readonly string[]
  readonly target: MutationTarget
  readonly templates?: readonly CustomTemplate[]
  /** Overrides of the standard weights. */
  readonly weights?: Weights
  readonly vocabulary: MutationVocabulary
}

/** What was made of one golden prompt, and what was not, with the reason: nothing is dropped in silence. */
export interface MutationSet {
  readonly mutations: readonly Mutation[]
  readonly notMade: readonly NotMade[]
}

/** Types that the target cannot take are named once each and leave their share to the others. */
export function makeMutations(original: string, request: MutationRequest): MutationSet {
  const definitions = request.types.map((type) => definitionOf(type, request.vocabulary))
  const lacking = definitions.flatMap(({ name, needs }) => {
    const why = lacks(needs, request.target)
    return why === undefined ? [] : [{ type: name, original, reason: 'not-applicable' as const, why }]
  })
  const usable = definitions.filter(({ needs }) => lacks(needs, request.target) === undefined)
  const shares = distribute(
    usable.map(({ name }) => name),
    request.count,
    `${request.seed}:${hashWord(original)}`,
  )
  const weights = weightsOf(request.vocabulary, request.weights)
  const made = shares.map(({ type, count }) =>
    mutationsOfType(original, definitionOf(type, request.vocabulary), count, request, weights[type]!),
  )
  return {
    mutations: made.flatMap(({ mutations }) => mutations),
    notMade: [...lacking, ...made.flatMap(({ notMade }) => notMade)],
  }
}

function mutationsOfType(
  original: string,
  definition: MutationDefinition,
  count: number,
  request: MutationRequest,
  weight: number,
): MutationSet {
  const mutations = new Map<string, Mutation>()
  const notMade: NotMade[] = []
  const type = definition.name
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    const made = freshResult(original, definition, ordinal, request, (id) => mutations.has(id))
    if (made.outcome !== 'mutated') {
      notMade.push({ type, original, reason: made.outcome, why: made.why })
      continue
    }
    const { outcome: _, ...rest } = made.result
    mutations.set(made.id, { id: made.id, type, original, ...rest, weight, author: 'rule' })
  }
  return { mutations: [...mutations.values()], notMade }
}

type Fresh =
  | { readonly outcome: 'mutated'; readonly id: string; readonly result: Mutated }
  | { readonly outcome: 'unchanged' | 'repeated'; readonly why: string }

/** Tries until the result is neither the original nor one there already is. */
function freshResult(
  original: string,
  definition: MutationDefinition,
  ordinal: number,
  request: MutationRequest,
  isKnown: (id: string) => boolean,
): Fresh {
  let last: Fresh = { outcome: 'repeated', why: 'no attempt was made' }
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const result = generate(original, definition, { ...request, ordinal, attempt })
    // a generator that says why it cannot would say so again
    if (result.outcome === 'unchanged') return result
    const id = mutationId(original, definition.name, result)
    if (isSame(original, result)) last = unchanged('every attempt gave the prompt back as it was')
    else if (isKnown(id)) last = { outcome: 'repeated', why: 'no further variant of this prompt was found' }
    else return { outcome: 'mutated', id, result }
  }
  return last
}

/** One result of one type; the same request gives the same bytes. */
export function generate(
  original: string,
  definition: MutationDefinition,
  {
    seed,
    ordinal = 0,
    attempt = 0,
    target,
    templates = [],
  }: Pick<MutationRequest, 'seed' | 'target' | 'templates'> & {
    readonly ordinal?: number
    readonly attempt?: number
  },
): Generated {
  const label = `mutation:${definition.name}:${hashWord(original)}`
  const context: MutationContext = {
    random: randomStream(seed, `${label}:${ordinal}:${attempt}`),
    target,
    templates,
    inTurn: (choices) => {
      const order = shuffled(choices, randomStream(seed, `${label}:order`))
      return order[(ordinal + attempt) % order.length]!
    },
  }
  return definition.mutate(original, context)
}

function isSame(original: string, { prompt, turns, request }: Mutated): boolean {
  return prompt === original && turns === undefined && request === undefined
}

function definitionOf(type: string, vocabulary: MutationVocabulary): MutationDefinition {
  const definition = vocabulary.get(type)
  if (definition === undefined)
    throw new HoldfastError(
      'HF_UNKNOWN_NAME',
      `\`${type}\` is not a mutation type`,
      didYouMean(type, [...vocabulary.keys()]),
    )
  return definition
}

function lacks(needs: MutationDefinition['needs'], { http, turns }: MutationTarget): string | undefined {
  if (needs === 'http' && http === undefined)
    return 'it changes the HTTP request, and this agent is not reached by one'
  if (needs === 'turns' && !turns) return 'it needs earlier turns, and this agent takes a single prompt only'
  return undefined
}

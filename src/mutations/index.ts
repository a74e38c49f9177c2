export {
  defineMutation,
  type CustomTemplate,
  type MutationContext,
  type MutationDefinition,
  type MutationTarget,
  type Need,
} from './define-mutation.ts'
export { distribute, type Share } from './distribute.ts'
export { generate, makeMutations, type MutationRequest, type MutationSet } from './make-mutations.ts'
export type { Generated, Intent, Mutated, Mutation, NotMade, Turn, Unchanged } from './mutation.ts'
export type {
  BodyVariation,
  Copies,
  ExtraField,
  Framing,
  HeaderChange,
  QueryVariation,
  RequestVariation,
  Timing,
} from './request/variation.ts'
export {
  mutationStatistics,
  robustnessScore,
  type Latencies,
  type MutationCounts,
  type MutationStatistics,
  type MutationTrial,
  type TypeStatistics,
} from './statistics.ts'
export { MUTATIONS } from './types/index.ts'
export { DEFAULT_TYPES, mutationVocabulary, type MutationVocabulary } from './vocabulary.ts'
export { weightsOf, type Weights } from './weights.ts'
export { modelShape } from './config/model-shape.ts'
export { mutationSettings, type MutationsSection } from './config/mutation-settings.ts'
export { mutationsShape, mutationsShapeOf, type MutationsFields } from './config/mutations-shape.ts'
export { cleanAnswer } from './writer/clean-answer.ts'
export { writerInstruction } from './writer/instruction.ts'
export { writeMutations, type MutationWriter } from './writer/write-mutations.ts'

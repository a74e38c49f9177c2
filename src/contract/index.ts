export {
  CONDITIONS,
  conditionHolds,
  type Clause,
  type Condition,
  type Objection,
  type Program,
  type Step,
} from './clause.ts'
export { compileContract, type CompiledContract, type CompileOptions } from './compile-contract.ts'
export { judgeOutput } from './check-program.ts'
export type {
  ClauseSource,
  Contract,
  DriftConfig,
  Recovery,
  Reliability,
  Satisfaction,
  Section,
  Strategy,
} from './contract.ts'
export {
  defineCheck,
  type CheckDefinition,
  type CheckResult,
  type CheckSubject,
  type Similarity,
} from './define-check.ts'
export { defineOperator, type CompileEnvironment, type OperatorDefinition } from './define-operator.ts'
export { definePredicate, type PredicateDefinition, type StateView } from './define-predicate.ts'
export { EXTRACTORS, stateOf } from './extractors.ts'
export { foldFacts, foldRefusal, NO_FACTS, type Facts } from './facts.ts'
export { messageOf, remedyOf } from './message.ts'
export { contractSchema } from './read/document.ts'
export {
  loadContract,
  MAX_CONTRACT_CHARS,
  type FileText,
  type LoadOptions,
  type LoadResult,
  type ReadFile,
} from './read/load-contract.ts'
export { judgeState } from './state-constraint.ts'
export { TEMPLATES } from './templates/index.ts'
export { builtInVocabulary, vocabulary, type ContractWords, type Vocabulary } from './vocabulary.ts'

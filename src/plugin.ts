/**
 * What extensions are written with: an operator, a check, a fault or a rewriting of prompts is one value. Only what
 * defines them is loaded here, because a hook with plugins pays for it at every call.
 */
export type { Program, Step } from './contract/clause.ts'
export { defineCheck, type CheckDefinition } from './contract/define-check.ts'
export { defineOperator, type OperatorDefinition } from './contract/define-operator.ts'
export { definePredicate, type PredicateDefinition } from './contract/define-predicate.ts'
export { inWords } from './contract/in-words.ts'
export { defineAttack, type AttackDefinition } from './chaos/define-attack.ts'
export {
  defineLlmFault,
  defineToolFault,
  type LlmFaultDefinition,
  type ModelStrike,
  type StrikeContext,
  type ToolFaultDefinition,
  type ToolStrike,
} from './chaos/define-fault.ts'
export { defineMutation, type MutationContext, type MutationDefinition } from './mutations/define-mutation.ts'
export type { Generated } from './mutations/mutation.ts'
export { definePlugin, type Plugin } from './plugins/plugin.ts'
export {
  anything,
  checked,
  defaulted,
  eitherOf,
  flag,
  list,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  required,
  text,
} from './kit/shape/index.ts'

/** What extensions are written with: an operator, a check, a fault or a rewriting of prompts is one value. */
export {
  defineCheck,
  defineOperator,
  definePredicate,
  vocabulary,
  type CheckDefinition,
  type OperatorDefinition,
  type PredicateDefinition,
  type Program,
  type Step,
} from './contract/index.ts'
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

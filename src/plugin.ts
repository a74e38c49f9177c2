/** What extensions are written with: an operator, a predicate or a check is one value. */
export {
  defineCheck,
  defineOperator,
  definePlugin,
  definePredicate,
  vocabulary,
  type CheckDefinition,
  type OperatorDefinition,
  type Plugin,
  type PredicateDefinition,
  type Program,
  type Step,
} from './contract/index.ts'
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

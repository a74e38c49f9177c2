export {
  diffContracts,
  type Change,
  type ChangedPart,
  type ContractDiff,
  type Side,
} from './diff/diff-contracts.ts'
export type { Effect } from './diff/effect.ts'
export { defineRule, type Rule } from './lint/define-rule.ts'
export { lintContract, type LintFinding, type LintOptions } from './lint/lint-contract.ts'
export { RULES } from './lint/rules/index.ts'

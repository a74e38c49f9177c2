export { lintContract, type LintFinding, type LintOptions } from './lint/lint-contract.ts'
export { defineRule, type Rule } from './lint/define-rule.ts'
export { RULES } from './lint/rules/index.ts'

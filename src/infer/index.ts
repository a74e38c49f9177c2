export { inferContract, type Inferred, type ReadSessions } from './infer.ts'
export type { MinedClause } from './miner.ts'
export { ruleOfThree } from './rule-of-three.ts'

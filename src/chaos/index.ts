export {
  assignPlanes,
  possiblePlanes,
  type AssignedFault,
  type AssignedPlan,
  type AvailablePlanes,
  type PlaneAssignment,
  type PlaneProblem,
} from './assign-planes.ts'
export { ATTACKS } from './attacks/index.ts'
export {
  PLANES,
  type ChaosRun,
  type LedgerEntry,
  type Plane,
  type ToolAction,
  type ToolCallSeen,
} from './chaos-run.ts'
export { createChaosRun, unfired, type Invocation, type PlannedChaosRun } from './create-chaos-run.ts'
export { defineAttack, type AnyAttack, type Arrival, type AttackDefinition } from './define-attack.ts'
export {
  defineLlmFault,
  defineToolFault,
  type AnyFault,
  type LlmFaultDefinition,
  type ModelStrike,
  type StrikeContext,
  type ToolFaultDefinition,
  type ToolStrike,
} from './define-fault.ts'
export type { Profile } from './define-profile.ts'
export { FAULTS } from './faults/index.ts'
export { findProfile } from './find-profile.ts'
export { UNTOUCHED, type ModelAction, type ProviderRefusal, type ReplyEdit } from './model-action.ts'
export {
  activeChaos,
  chaosPlan,
  faultIds,
  mergePlans,
  NO_CHAOS,
  type ChaosPlan,
  type FaultKind,
  type PlannedFault,
} from './plan.ts'
export { PROFILES } from './profiles/index.ts'
export {
  chaosShape,
  chaosShapeOf,
  scenarioShape,
  scenarioShapeOf,
  type Scenario,
} from './read/chaos-shape.ts'
export { readChaos } from './read/from-value.ts'
export type { CallWindow, Schedule } from './schedule/schedule.ts'
export { chaosVocabulary, type ChaosVocabulary, type ChaosWords } from './vocabulary.ts'

export {
  createEngine,
  type Engine,
  type EngineOptions,
  type ResumeOptions,
  type RunOptions,
} from './engine.ts'
export {
  defineNode,
  goOn,
  type AnyNode,
  type Effects,
  type NodeDefinition,
  type NodeResult,
} from './define-node.ts'
export type { NodeCall } from './node-call.ts'
export { NodeError, type ErrorClass } from './node-error.ts'
export {
  loadWorkflow,
  MAX_WORKFLOW_CHARS,
  policyOf,
  type LoadWorkflowOptions,
  type LoadWorkflowResult,
} from './read/load-workflow.ts'
export { documentShape, policyShape } from './read/document.ts'
export { workflowSchema } from './read/workflow-schema.ts'
export type {
  Workflow,
  NodeSpec,
  EdgeSpec,
  StartNode,
  TriggerKind,
  TriggerSpec,
  HttpRoute,
  BackendSpec,
  Budget,
} from './model.ts'
export { NODES } from './nodes/index.ts'
export type { Backend, BackendMessage, BackendReply, BackendRequest, Backends } from './backends/backend.ts'
export {
  scriptedBackend,
  variantIndex,
  type ScriptedBackend,
  type ScriptedOptions,
  type ScriptedTurn,
  type ScriptedVariant,
} from './backends/scripted.ts'
export { providerBackend } from './backends/provider.ts'
export type { Cost } from './run/meter.ts'
export type { FaultHook, FaultPoint, NodeFault } from './run/fault.ts'
export {
  pathOf,
  type ChildTrace,
  type DeadEnd,
  type HttpReply,
  type RunResult,
  type RunStatus,
  type TraceEntry,
} from './run/outcome.ts'
export { ALLOW_NOTHING, type DenialCode, type Policy, type PolicyCheck } from './policy/policy.ts'
export { stateFolder, type StateFolder } from './state/state-folder.ts'
export type { Checkpoint } from './state/checkpoint.ts'
export { nodeWorld } from './world/node-world.ts'
export type { World } from './world/world.ts'
export { compactJson, parseJsonText, textOf } from './value/json-text.ts'
export { contextPathOf, stepInto } from './value/context-path.ts'
export { numberFrom, plainJson } from './value/exact-number.ts'
export { parseCron, type CronSchedule } from './serve/cron.ts'
export { serveWorkflow, type ServeOptions, type Serving } from './serve/serve.ts'
export { mermaidOf } from './graph.ts'

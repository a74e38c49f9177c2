import type { JsonObject, JsonValue } from '../model/index.ts'
import type { Random } from '../kit/random.ts'
import type { Backend } from './backends/backend.ts'
import type { HttpReply } from './run/outcome.ts'
import type { Meter } from './run/meter.ts'
import type { Gate } from './run/gate.ts'
import type { ChildOutcome, ChildRequest } from './run/child.ts'
import type { ContextPath } from './value/context-path.ts'
import type { World } from './world/world.ts'
import type { McpServerSpec } from './model.ts'
import type { McpSession } from './world/world.ts'

/** What a node sees of the run it is in. */
export interface NodeCall {
  readonly workflowName: string
  readonly nodeId: string
  /** Where the call is in the whole run, such as `fan[2]/classify`. */
  readonly address: string
  /** The trigger's payload as it came. */
  readonly input: JsonValue
  readonly dryRun: boolean
  readonly world: World
  readonly meter: Meter
  readonly gate: Gate
  /** Ends what the node waits for when the run's time is over. Made when first asked for. */
  signal(): AbortSignal
  /** What is left of the run's time. */
  remainingMs(): number
  resolve(path: ContextPath): JsonValue | undefined
  backend(name: string): Backend
  /** Waits until every call that comes before this one in order has been made; nothing when there is none. */
  inTurn(): Promise<void> | undefined
  random(label: string): Random
  /** Does something the contract must judge first: `act` gets the arguments as they may go on. */
  guarded<Output extends JsonValue>(
    tool: string,
    args: JsonObject,
    act: (args: JsonObject) => Promise<Output>,
  ): Promise<Output>
  /** Tells the contract of a request to a model. Throws when it is refused. */
  beforeModel(backend: Backend, text: string, maxTokens: number | undefined): void
  /** Tells the contract what a model said; gives what may go on. */
  afterModel(text: string, usage: { readonly input: number; readonly output: number }, model?: string): string
  runChild(request: ChildRequest): Promise<ChildOutcome>
  schema(path: string): ((value: JsonValue) => string | undefined) | undefined
  mcpServer(name: string | undefined): McpServerSpec
  mcpSession(server: McpServerSpec): Promise<McpSession>
  respond(reply: HttpReply): void
}

import type { CompiledContract } from '../contract/index.ts'
import type { JsonValue } from '../model/index.ts'
import type { LocatedMap } from '../kit/source/index.ts'
import type { AnyNode } from './define-node.ts'
import type { Policy } from './policy/policy.ts'

export type TriggerKind = 'manual' | 'http' | 'event'

export interface StartNode {
  readonly name: string
  readonly source: TriggerKind
  readonly entryNode?: string
}

export interface RetrySpec {
  readonly maxAttempts: number
  readonly backoffMs: number
  readonly on: 'any' | 'transient'
  readonly jitter: number
}

/** One node as the file has it, its fields read by the shape of its type. */
export interface NodeSpec {
  readonly id: string
  readonly definition: AnyNode
  readonly fields: Readonly<Record<string, unknown>>
  readonly retry?: RetrySpec
  readonly at: LocatedMap
}

export interface EdgeSpec {
  readonly from: string
  readonly to: string
  readonly when?: string
  /** Taken when no label fits. */
  readonly isElse: boolean
  /** Makes it a loop edge. */
  readonly maxIterations?: number
  readonly at: LocatedMap
}

export type TriggerSpec =
  | { readonly kind: 'cron'; readonly schedule: string; readonly startNode: string }
  | { readonly kind: 'interval'; readonly everyMs: number; readonly startNode: string }
  | {
      readonly kind: 'fs_watch'
      readonly path: string
      readonly startNode: string
      readonly recursive: boolean
      readonly events: readonly FileEvent[]
      readonly debounceMs: number
    }
  | { readonly kind: 'mcp' | 'internal'; readonly startNode: string }

export type FileEvent = 'create' | 'modify' | 'remove' | 'rename'

export interface HttpRoute {
  readonly method: string
  readonly path: string
  readonly startNode: string
  readonly inputSchema?: JsonValue
  /** `bearer`, `basic:name`, … */
  readonly auth?: string
  readonly rateLimit?: { readonly capacity: number; readonly perSecond: number }
  readonly idempotencyKey?: string
  readonly idempotencyTtlSecs: number
}

export type AuthScheme =
  | { readonly kind: 'bearer'; readonly name: string; readonly tokenEnv: string }
  | { readonly kind: 'basic'; readonly name: string; readonly userEnv: string; readonly passwordEnv: string }
  | {
      readonly kind: 'hmac'
      readonly name: string
      readonly secretEnv: string
      readonly header: string
      readonly prefix: string
    }

export interface Budget {
  readonly maxMemoryMb?: number
  readonly maxCpuSecs?: number
  readonly maxRunTimeSecs?: number
  readonly maxFsWriteMb?: number
  readonly maxLlmTokens?: number
}

export interface McpServerSpec {
  readonly name: string
  readonly command: readonly string[]
  readonly allowTools: readonly string[]
  readonly allowResources: readonly string[]
}

export const PROVIDERS = ['anthropic', 'openai', 'gemini', 'openai-compatible'] as const
export type ProviderName = (typeof PROVIDERS)[number]

export interface BackendSpec {
  readonly name: string
  readonly provider: ProviderName
  readonly model: string
  readonly apiKeyEnv?: string
  readonly baseUrl?: string
  readonly maxTokens?: number
}

export interface Workflow {
  readonly name: string
  readonly description?: string
  readonly file: string
  readonly startNodes: readonly StartNode[]
  readonly triggers: readonly TriggerSpec[]
  readonly httpRoutes: readonly HttpRoute[]
  readonly nodes: readonly NodeSpec[]
  readonly edges: readonly EdgeSpec[]
  readonly policy?: Policy
  readonly auth: readonly AuthScheme[]
  readonly budget: Budget
  readonly mcpServers: readonly McpServerSpec[]
  readonly backends: readonly BackendSpec[]
  readonly contractFile?: string
  /** What `contractFile` says; judges every tool node before it acts. */
  readonly contract?: CompiledContract
  /** Sub-workflows by the path they are called with; filled while files are read, because they may call each other. */
  readonly children: ReadonlyMap<string, Workflow>
  /** JSON Schemas by the path they are named with. */
  readonly schemas: ReadonlyMap<string, JsonValue>
  /** A name for exactly this text, so that a paused run is not resumed by another workflow. */
  readonly hash: string
}

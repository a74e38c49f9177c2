/** What a run may touch. No policy allows everything; once there is one, whatever it does not list is denied. */
export interface Policy {
  readonly fs: Readonly<Record<FileOperation, readonly string[]>>
  readonly envKeys: readonly string[]
  readonly http: {
    readonly urls: readonly string[]
    /** Empty allows every method. */
    readonly methods: readonly string[]
    /** Names may resolve to addresses that are not public. */
    readonly allowPrivate: boolean
  }
  readonly commands: readonly string[]
  readonly mcp: { readonly tools: readonly string[]; readonly resources: readonly string[] }
}

export const FILE_OPERATIONS = ['read', 'write', 'delete', 'list'] as const
export type FileOperation = (typeof FILE_OPERATIONS)[number]

export type PolicyFamily = 'fs' | 'env' | 'http' | 'shell' | 'mcp'

/** Why something was denied, for programs; `reason` says it to people. */
export type DenialCode =
  | 'nothing-listed'
  | 'not-listed'
  | 'method-not-listed'
  | 'disguised'
  | 'hard-linked'
  | 'not-a-file'
  | 'not-public'
  | 'moved'
  | 'contract'

export type PolicyDecision =
  | { readonly allowed: true; readonly rule: string }
  | { readonly allowed: false; readonly code: DenialCode; readonly reason: string; readonly nearest?: string }

/** One question a run asked its policy, and the answer; denials are those with `allowed: false`. */
export interface PolicyCheck {
  readonly address: string
  readonly nodeId: string
  readonly tool: string
  readonly family: PolicyFamily | 'contract'
  readonly operation: string
  /** As the workflow or the model wrote it. */
  readonly resource: string
  /** What it really leads to. */
  readonly resolved?: string
  readonly allowed: boolean
  readonly rule?: string
  readonly code?: DenialCode
  readonly reason?: string
  readonly nearest?: string
}

export const ALLOW_NOTHING: Policy = {
  fs: { read: [], write: [], delete: [], list: [] },
  envKeys: [],
  http: { urls: [], methods: [], allowPrivate: false },
  commands: [],
  mcp: { tools: [], resources: [] },
}

/** The parts of the Claude Agent SDK's hooks that are read here. */
export interface ClaudeHookInput {
  readonly session_id: string
  readonly cwd: string
  readonly hook_event_name: string
}

/** An input read as whatever it may hold; absent fields read as `undefined`. */
export type LooseHookInput = ClaudeHookInput & {
  readonly tool_name?: string
  readonly tool_input?: unknown
  readonly tool_use_id?: string
  readonly tool_response?: unknown
  readonly error?: unknown
  readonly prompt?: string
  readonly permission_mode?: string
  readonly model?: string
  readonly agent_type?: string
  readonly trigger?: string
  readonly stop_hook_active?: boolean
  readonly last_assistant_message?: string
}

export interface ClaudeHookOutput {
  decision?: 'block'
  reason?: string
  systemMessage?: string
  hookSpecificOutput?:
    | {
        hookEventName: 'PreToolUse'
        permissionDecision?: 'allow' | 'deny' | 'ask'
        permissionDecisionReason?: string
        updatedInput?: Record<string, unknown>
        additionalContext?: string
      }
    | { hookEventName: 'PostToolUse'; additionalContext?: string; updatedToolOutput?: unknown }
}

export interface ClaudeHookMatcher {
  hooks: ((input: ClaudeHookInput) => Promise<ClaudeHookOutput>)[]
  onFailure: 'block'
}

export const CLAUDE_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'SessionEnd',
] as const

export type ClaudeEvent = (typeof CLAUDE_EVENTS)[number]

export type ClaudePermission =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string }

/** A message of a running query; only those of the assistant are read. */
export interface ClaudeMessage {
  readonly type: string
}

export interface AssistantMessage extends ClaudeMessage {
  readonly session_id: string
  readonly message: {
    readonly id: string
    readonly model: string
    readonly content: readonly { readonly type: string; readonly text?: string }[]
    readonly usage?: {
      readonly input_tokens: number
      readonly output_tokens: number
      readonly cache_read_input_tokens?: number | null
      readonly cache_creation_input_tokens?: number | null
    }
  }
}

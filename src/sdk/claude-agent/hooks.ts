import { isStopped, refusalOf } from '../../exchange/refusals.ts'
import type { Judged } from '../../guard/index.ts'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import { readArgs } from '../../wire/call-args.ts'
import { adapterGuard, type AdapterOptions } from '../adapter-guard.ts'
import { ContractBreachError } from '../contract-breach-error.ts'
import type { ContractSource } from '../contract-source.ts'
import type { ContractGuard, GuardedEvent } from '../guard.ts'
import { Replies } from './replies.ts'
import {
  CLAUDE_EVENTS,
  type ClaudeEvent,
  type ClaudeHookInput,
  type ClaudeHookMatcher,
  type ClaudeHookOutput,
  type ClaudeMessage,
  type ClaudePermission,
  type LooseHookInput,
} from './shapes.ts'

export interface ClaudeAgentOptions extends Omit<AdapterOptions, 'onDeny'> {
  /** Asked where the contract wants a person; without it the call is denied. */
  readonly approve?: (call: {
    readonly tool: string
    readonly input: JsonObject
  }) => boolean | Promise<boolean>
}

/** A contract in the words of the Claude Agent SDK: `hooks` and `canUseTool` are options of a query. */
export interface ClaudeAgentContract {
  readonly hooks: Record<ClaudeEvent, ClaudeHookMatcher[]>
  /** Calls that nobody would be asked about never get here, so that the hooks are what protects. */
  readonly canUseTool: (
    tool: string,
    input: Record<string, unknown>,
    options: { readonly toolUseID: string },
  ) => Promise<ClaudePermission>
  /** Judges what the assistant says, and what it costs, while the messages of a query are read. */
  readonly read: <Message extends ClaudeMessage>(query: AsyncIterable<Message>) => AsyncGenerator<Message>
}

const MOST_CALLS_REMEMBERED = 10_000

/** Judges agents of the Claude Agent SDK (`@anthropic-ai/claude-agent-sdk`) by a contract. */
export function claudeAgentHooks(
  contract: ContractSource | ContractGuard,
  { approve = () => false, ...options }: ClaudeAgentOptions = {},
): ClaudeAgentContract {
  const { guardFor, sessionId: given, conversations } = adapterGuard(contract, options)
  /** Pieces of a reply that nobody has judged. */
  const hidesPieces = conversations.mode === 'enforce' && conversations.needs.text.filterFor !== undefined
  const guardOf = (sessionId: string): ContractGuard => guardFor(given ?? sessionId)
  const sessions = new Map<string, string>()
  let newest = ''

  async function hook(input: ClaudeHookInput): Promise<ClaudeHookOutput> {
    const loose = input as LooseHookInput
    newest = input.session_id
    if (loose.tool_use_id !== undefined) {
      sessions.set(loose.tool_use_id, input.session_id)
      while (sessions.size > MOST_CALLS_REMEMBERED) sessions.delete(sessions.keys().next().value ?? '')
    }
    const reader = READERS[input.hook_event_name as ClaudeEvent]
    return reader === undefined ? {} : reader(loose, guardOf(input.session_id))
  }

  return {
    hooks: Object.fromEntries(
      CLAUDE_EVENTS.map((event) => [event, [{ hooks: [hook], onFailure: 'block' }]]),
    ) as Record<ClaudeEvent, ClaudeHookMatcher[]>,
    async canUseTool(tool, input, { toolUseID: callId }) {
      // sound because inputs of tools are JSON
      const args = input as JsonObject
      try {
        const allowed = guardOf(sessions.get(callId) ?? newest).toolCall({ tool, callId, args })
        return { behavior: 'allow', updatedInput: { ...allowed.args } }
      } catch (error) {
        if (!(error instanceof ContractBreachError)) throw error
        const isApproved = error.verdict === 'ask' && (await approve({ tool, input: args }))
        return isApproved
          ? { behavior: 'allow', updatedInput: input }
          : { behavior: 'deny', message: error.message }
      }
    },
    async *read(query) {
      const replies = new Replies()
      for await (const message of query) {
        if (hidesPieces && message.type === 'stream_event') continue
        const { session_id: sessionId = newest } = message as { readonly session_id?: string }
        yield replies.judge(message, guardOf(sessionId))
      }
    },
  }
}

type Reader = (input: LooseHookInput, guard: ContractGuard) => ClaudeHookOutput

/** What is stopped is told in the host's own words; a hook that throws blocks, by `onFailure`. */
const READERS: Readonly<Record<ClaudeEvent, Reader>> = {
  SessionStart({ model, cwd }, guard) {
    guard.judge({ kind: 'session-start', agent: 'claude-agent', workdir: cwd, ...(model && { model }) })
    return {}
  },
  UserPromptSubmit: ({ prompt = '' }, guard) =>
    blocking(guard, 'The turn', { kind: 'turn-start', input: prompt }),
  PreToolUse: beforeTool,
  PostToolUse: afterTool,
  PostToolUseFailure({ tool_name: tool = '', tool_use_id: callId = '', error }, guard) {
    guard.judge({ kind: 'tool-result', tool, callId, ok: false, content: asJson(error) })
    return {}
  },
  Stop({ last_assistant_message: output, stop_hook_active: isSecondTry }, guard) {
    const event = { kind: 'turn-end', ...(output !== undefined && { output }) } as const
    // once it has been sent back to work it may stop, or two rules that contradict each other never let it
    if (isSecondTry !== true) return blocking(guard, 'The answer', event)
    guard.judge(event)
    return {}
  },
  SubagentStart: marking('subagent-start'),
  SubagentStop: marking('subagent-stop'),
  PreCompact: marking('compact'),
  SessionEnd(_input, guard) {
    guard.judge({ kind: 'session-end' })
    return {}
  },
}

function marking(name: string): Reader {
  return ({ agent_type: type, trigger }, guard) => {
    guard.judge({ kind: 'mark', marker: `${name}:${type ?? trigger ?? ''}` })
    return {}
  }
}

function blocking(guard: ContractGuard, what: string, event: GuardedEvent): ClaudeHookOutput {
  const judged = guard.judge(event)
  // a prompt cannot be rewritten here, so what would have to be stays out
  return isStopped(judged) || judged.effect.kind === 'rewrite'
    ? { decision: 'block', reason: reasonFor(guard, what, judged) }
    : {}
}

function reasonFor({ contractName }: ContractGuard, what: string, judged: Judged): string {
  return refusalOf(what, contractName, judged).message
}

function beforeTool(input: LooseHookInput, guard: ContractGuard): ClaudeHookOutput {
  const { tool_name: tool = '', tool_use_id: callId = '', tool_input: given, permission_mode: mode } = input
  const { args } = readArgs(given as JsonValue)
  const judged = guard.judge({ kind: 'tool-call', tool, callId, args })
  const { effect, event } = judged
  const said = (fields: object): ClaudeHookOutput => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields },
  })
  const permissionDecisionReason = reasonFor(guard, `The call of \`${tool}\``, judged)
  if (effect.kind === 'block') return said({ permissionDecision: 'deny', permissionDecisionReason })
  if (effect.kind === 'ask') return said({ permissionDecision: 'ask', permissionDecisionReason })
  if (effect.kind === 'pass' || event.kind !== 'tool-call') return {}
  // a changed call must not slip past the person whom the original would have asked
  const permissionDecision = mode === 'bypassPermissions' ? 'allow' : 'ask'
  return said({ permissionDecision, updatedInput: { ...event.args } })
}

function afterTool(input: LooseHookInput, guard: ContractGuard): ClaudeHookOutput {
  const { tool_name: tool = '', tool_use_id: callId = '', tool_response: response } = input
  const judged = guard.judge({ kind: 'tool-result', tool, callId, ok: true, content: asJson(response) })
  const said = (updatedToolOutput: unknown): ClaudeHookOutput => ({
    hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput },
  })
  if (isStopped(judged)) {
    const reason = reasonFor(guard, `The result of \`${tool}\``, judged)
    return { decision: 'block', reason, ...said(withheld(response, reason)) }
  }
  const { effect, event } = judged
  return effect.kind === 'rewrite' && event.kind === 'tool-result' ? said(event.content) : {}
}

/** Of the same shape, so that the host takes it: every text in it is the reason. */
function withheld(value: unknown, reason: string): unknown {
  if (typeof value === 'string') return reason
  if (Array.isArray(value)) return value.map((item: unknown) => withheld(item, reason))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'type' ? inner : withheld(inner, reason)]),
  )
}

function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue
}

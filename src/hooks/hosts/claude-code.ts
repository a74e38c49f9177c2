import type { JsonObject } from '../../model/index.ts'
import { defineHookHost, printed, SILENT, type HookAnswer, type HookCall, type HostReply } from '../host.ts'
import { textIn } from '../payload.ts'
import { withheld } from '../withheld.ts'
import { claudeLikeReaders, decodeClaudeLike } from './claude-like.ts'

const READERS = claudeLikeReaders('claude-code', { block: true, ask: true, rewrite: true })

/** Seconds; long before the host's own limit of ten minutes. */
const TIMEOUT_S = 60

export const claudeCode = defineHookHost({
  name: 'claude-code',
  title: 'Claude Code',
  detects: () => false,
  decode(payload) {
    const call = decodeClaudeLike(payload, READERS)
    const transcripts = [textIn(payload, 'transcript_path'), textIn(payload, 'agent_transcript_path')]
    return call && { ...call, transcripts: transcripts.filter((path) => path !== undefined) }
  },
  encode(answer, call, payload) {
    switch (call.event) {
      case 'PreToolUse':
        return beforeTool(answer, payload)
      case 'PostToolUse':
        return afterTool(answer)
      case 'UserPromptSubmit':
      case 'Stop':
        return answer.kind === 'block'
          ? printed({ decision: 'block', reason: answer.reason })
          : noted(answer, call)
      default:
        return SILENT
    }
  },
  announces: 'PreToolUse',
  announce: ({ sessionId, tool, args, cwd }) => ({
    session_id: sessionId,
    transcript_path: '',
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: args,
    tool_use_id: 'toolu_drill',
  }),
  settings: {
    files: {
      project: '.claude/settings.json',
      local: '.claude/settings.local.json',
      user: '.claude/settings.json',
    },
    homeVariable: { name: 'CLAUDE_CONFIG_DIR', replaces: '.claude' },
    top: {},
    events: Object.keys(READERS),
    entry: (_event, { program, args, failsOpen }) => ({
      hooks: [
        {
          type: 'command',
          command: program,
          args: [...args],
          timeout: TIMEOUT_S,
          onFailure: failsOpen ? 'continue' : 'block',
        },
      ],
    }),
  },
})

function beforeTool({ kind, reason, event }: HookAnswer, payload: JsonObject): HostReply {
  const specific = (fields: JsonObject) =>
    printed({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })
  switch (kind) {
    case 'block':
      return specific({ permissionDecision: 'deny', permissionDecisionReason: reason })
    case 'ask':
      return specific({ permissionDecision: 'ask', permissionDecisionReason: reason })
    case 'rewrite':
      return specific({
        // a changed call must not slip past the person whom the original would have asked
        permissionDecision: textIn(payload, 'permission_mode') === 'bypassPermissions' ? 'allow' : 'ask',
        permissionDecisionReason: reason,
        updatedInput: event.kind === 'tool-call' ? event.args : {},
      })
    case 'pass':
      // no word of permission: `allow` would skip the person's own rules
      return reason === '' ? SILENT : specific({ additionalContext: reason })
  }
}

function afterTool({ kind, reason, event }: HookAnswer): HostReply {
  const content = event.kind === 'tool-result' ? event.content : null
  const specific = (fields: JsonObject) => ({ hookEventName: 'PostToolUse', ...fields })
  switch (kind) {
    case 'block':
    case 'ask':
      return printed({
        decision: 'block',
        reason,
        hookSpecificOutput: specific({ updatedToolOutput: withheld(content) }),
      })
    case 'rewrite':
      return printed({
        hookSpecificOutput: specific({ updatedToolOutput: content, additionalContext: reason }),
      })
    case 'pass':
      return reason === '' ? SILENT : printed({ hookSpecificOutput: specific({ additionalContext: reason }) })
  }
}

/** A remark on a prompt goes to the model; one on an ended turn to the person, because the model is done. */
function noted({ reason }: HookAnswer, { event }: HookCall): HostReply {
  if (reason === '') return SILENT
  return event === 'Stop'
    ? printed({ systemMessage: reason })
    : printed({ hookSpecificOutput: { hookEventName: event, additionalContext: reason } })
}

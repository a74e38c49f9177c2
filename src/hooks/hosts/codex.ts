import { defineHookHost, printed, SILENT } from '../host.ts'
import { textIn } from '../payload.ts'
import { claudeLikeReaders, decodeClaudeLike } from './claude-like.ts'

/** It takes no question, so what should be asked is refused. */
const READERS = claudeLikeReaders('codex', { block: true, ask: false, rewrite: true })

const EVENTS = Object.keys(READERS).filter((event) => event !== 'PostToolUseFailure')

/** One key too many and the host drops the answer and goes on, so every answer here is the smallest there is. */
export const codex = defineHookHost({
  name: 'codex',
  title: 'Codex CLI',
  detects: (payload) => textIn(payload, 'turn_id') !== undefined && textIn(payload, 'model') !== undefined,
  decode(payload) {
    const call = decodeClaudeLike(payload, READERS)
    // the output of a tool cannot be replaced here, only complained about
    return call?.event === 'PostToolUse' ? { ...call, powers: { ...call.powers, rewrite: false } } : call
  },
  encode({ kind, reason, event }, call) {
    if (kind === 'pass') return SILENT
    if (call.event !== 'PreToolUse') return printed({ decision: 'block', reason })
    const specific =
      kind === 'rewrite' && event.kind === 'tool-call'
        ? { permissionDecision: 'allow', updatedInput: event.args }
        : { permissionDecision: 'deny', permissionDecisionReason: reason }
    return printed({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...specific } })
  },
  announces: 'PreToolUse',
  announce: ({ sessionId, tool, args, cwd }) => ({
    session_id: sessionId,
    turn_id: 'drill',
    transcript_path: null,
    cwd,
    hook_event_name: 'PreToolUse',
    model: 'drill',
    permission_mode: 'default',
    tool_name: tool,
    tool_input: args,
    tool_use_id: 'call_drill',
  }),
  settings: {
    files: { project: '.codex/hooks.json', user: '.codex/hooks.json' },
    homeVariable: { name: 'CODEX_HOME', replaces: '.codex' },
    top: {},
    events: EVENTS,
    entry: (_event, { line }) => ({ hooks: [{ type: 'command', command: line, timeout: 60 }] }),
    after: 'Codex runs a new hook only after you have reviewed and trusted it (`/hooks`)',
  },
})

import type { EventInput } from '../../guard/index.ts'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import { defineHookHost, printed, SILENT, type Powers } from '../host.ts'
import { argumentsIn, derivedCallId, present, requiredText, textIn, valueIn } from '../payload.ts'

const NOTHING: Powers = { block: false, ask: false, rewrite: false }
const BLOCK: Powers = { block: true, ask: false, rewrite: false }
const ASK: Powers = { block: true, ask: true, rewrite: false }

interface Base {
  readonly sessionId: string
  readonly surface: 'hook'
}

interface Reading {
  readonly events: readonly EventInput[]
  readonly powers: Powers
}

function called(payload: JsonObject) {
  const tool = requiredText(payload, 'tool_name')
  const args = argumentsIn(payload, 'tool_input')
  return { tool, args, callId: textIn(payload, 'tool_use_id') ?? derivedCallId(tool, args) }
}

function result(payload: JsonObject, base: Base, ok: boolean, content: JsonValue | undefined): Reading {
  const { tool, callId } = called(payload)
  return {
    events: [{ kind: 'tool-result', ...base, tool, callId, ok, content: content ?? null }],
    powers: NOTHING,
  }
}

/** Events of single tools, for versions that do not announce every tool. */
function own(tool: string, args: JsonObject, powers: Powers): (payload: JsonObject, base: Base) => Reading {
  return (_payload, base) => ({
    events: [{ kind: 'tool-call', ...base, tool, args, callId: derivedCallId(tool, args) }],
    powers,
  })
}

const mark =
  (name: string) =>
  (payload: JsonObject, base: Base): Reading => ({
    events: [{ kind: 'mark', ...base, marker: `${name}:${textIn(payload, 'subagent_type') ?? ''}` }],
    powers: NOTHING,
  })

const READERS: Readonly<Record<string, (payload: JsonObject, base: Base) => Reading>> = {
  sessionStart: (payload, base) => ({
    events: [
      { kind: 'session-start', ...base, agent: 'cursor', ...present('model', textIn(payload, 'model')) },
    ],
    powers: NOTHING,
  }),
  beforeSubmitPrompt: (payload, base) => ({
    events: [{ kind: 'turn-start', ...base, ...present('input', textIn(payload, 'prompt')) }],
    powers: BLOCK,
  }),
  preToolUse: (payload, base) => ({
    events: [{ kind: 'tool-call', ...base, ...called(payload) }],
    powers: { ...ASK, rewrite: true },
  }),
  postToolUse: (payload, base) => result(payload, base, true, valueIn(payload, 'tool_output')),
  postToolUseFailure: (payload, base) => result(payload, base, false, valueIn(payload, 'error_message')),
  beforeShellExecution: (payload, base) =>
    own('Shell', { command: requiredText(payload, 'command') }, ASK)(payload, base),
  beforeMCPExecution: (payload, base) =>
    own(`MCP:${requiredText(payload, 'tool_name')}`, argumentsIn(payload, 'tool_input'), ASK)(payload, base),
  beforeReadFile: (payload, base) =>
    own('Read', { file_path: requiredText(payload, 'file_path') }, BLOCK)(payload, base),
  stop: (_payload, base) => ({ events: [{ kind: 'turn-end', ...base }], powers: NOTHING }),
  subagentStart: mark('subagent-start'),
  subagentStop: mark('subagent-stop'),
  preCompact: mark('compact'),
  sessionEnd: (_payload, base) => ({ events: [{ kind: 'session-end', ...base }], powers: NOTHING }),
}

/** The tool-by-tool events would judge a call a second time. */
const LEFT_OUT = new Set(['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'])

export const cursor = defineHookHost({
  name: 'cursor',
  title: 'Cursor',
  detects: (payload) => textIn(payload, 'conversation_id') !== undefined,
  decode(payload) {
    const event = requiredText(payload, 'hook_event_name')
    const sessionId = requiredText(payload, 'conversation_id')
    if (!Object.hasOwn(READERS, event)) return undefined
    const reading = READERS[event]!(payload, { sessionId, surface: 'hook' })
    return { sessionId, event, ...reading, hasOwnCallId: textIn(payload, 'tool_use_id') !== undefined }
  },
  encode({ kind, reason, event }, call) {
    if (kind === 'pass') return call.powers.block ? printed({}) : SILENT
    if (call.event === 'beforeSubmitPrompt') return printed({ continue: false, user_message: reason })
    if (kind === 'rewrite' && event.kind === 'tool-call')
      return printed({ permission: 'allow', updated_input: event.args, additional_context: reason })
    return printed({
      permission: kind === 'ask' ? 'ask' : 'deny',
      user_message: reason,
      agent_message: reason,
    })
  },
  announces: 'preToolUse',
  announce: ({ sessionId, tool, args, cwd }) => ({
    conversation_id: sessionId,
    generation_id: 'drill',
    model: 'drill',
    hook_event_name: 'preToolUse',
    workspace_roots: [cwd],
    tool_name: tool === 'Bash' ? 'Shell' : tool,
    tool_input: args,
    tool_use_id: 'tool_drill',
    cwd,
  }),
  settings: {
    files: { project: '.cursor/hooks.json', user: '.cursor/hooks.json' },
    top: { version: 1 },
    events: Object.keys(READERS).filter((event) => !LEFT_OUT.has(event)),
    entry: (_event, { line, failsOpen }) => ({ command: line, timeout: 60, failClosed: !failsOpen }),
  },
})

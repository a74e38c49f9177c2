import type { EventInput } from '../../guard/index.ts'
import type { JsonObject } from '../../model/index.ts'
import { defineHookHost, printed, SILENT, type Powers } from '../host.ts'
import { argumentsIn, derivedCallId, isObject, present, requiredText, textIn, valueIn } from '../payload.ts'

const NOTHING: Powers = { block: false, ask: false, rewrite: false }
const BLOCK: Powers = { block: true, ask: false, rewrite: false }

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
  return { tool, args, callId: derivedCallId(tool, args) }
}

const READERS: Readonly<Record<string, (payload: JsonObject, base: Base) => Reading>> = {
  SessionStart: (payload, base) => ({
    events: [
      { kind: 'session-start', ...base, agent: 'gemini-cli', ...present('workdir', textIn(payload, 'cwd')) },
    ],
    powers: NOTHING,
  }),
  BeforeAgent: (payload, base) => ({
    events: [{ kind: 'turn-start', ...base, ...present('input', textIn(payload, 'prompt')) }],
    powers: BLOCK,
  }),
  BeforeTool: (payload, base) => ({
    events: [{ kind: 'tool-call', ...base, ...called(payload) }],
    // new arguments are merged into the old ones, which replaces every value a redaction touches
    powers: { ...BLOCK, rewrite: true },
  }),
  AfterTool: (payload, base) => {
    const { tool, callId } = called(payload)
    const response = valueIn(payload, 'tool_response') ?? null
    const failed = isObject(response) && valueIn(response, 'error') != null
    const content = isObject(response) ? (valueIn(response, 'llmContent') ?? response) : response
    return { events: [{ kind: 'tool-result', ...base, tool, callId, ok: !failed, content }], powers: BLOCK }
  },
  AfterAgent: (payload, base) => ({
    events: [{ kind: 'turn-end', ...base, ...present('output', textIn(payload, 'prompt_response')) }],
    powers: { ...BLOCK, block: valueIn(payload, 'stop_hook_active') !== true },
  }),
  PreCompress: (payload, base) => ({
    events: [{ kind: 'mark', ...base, marker: `compact:${textIn(payload, 'trigger') ?? ''}` }],
    powers: NOTHING,
  }),
  SessionEnd: (_payload, base) => ({ events: [{ kind: 'session-end', ...base }], powers: NOTHING }),
}

/** Names no other host uses; `SessionStart` and `SessionEnd` alone tell nothing. */
const OWN_EVENTS = new Set(['BeforeAgent', 'BeforeTool', 'AfterTool', 'AfterAgent', 'PreCompress'])

export const geminiCli = defineHookHost({
  name: 'gemini-cli',
  title: 'Gemini CLI',
  detects: (payload) => OWN_EVENTS.has(textIn(payload, 'hook_event_name') ?? ''),
  decode(payload) {
    const event = requiredText(payload, 'hook_event_name')
    const sessionId = requiredText(payload, 'session_id')
    if (!Object.hasOwn(READERS, event)) return undefined
    return { sessionId, event, ...READERS[event]!(payload, { sessionId, surface: 'hook' }) }
  },
  encode({ kind, reason, event }, call) {
    switch (kind) {
      case 'block':
      case 'ask':
        return printed({ decision: 'deny', reason })
      case 'rewrite':
        return printed({
          systemMessage: reason,
          hookSpecificOutput: {
            hookEventName: call.event,
            tool_input: event.kind === 'tool-call' ? event.args : {},
          },
        })
      case 'pass':
        return reason === '' || call.event === 'BeforeTool'
          ? SILENT
          : printed({ hookSpecificOutput: { hookEventName: call.event, additionalContext: reason } })
    }
  },
  announces: 'BeforeTool',
  announce: ({ sessionId, tool, args, cwd }) => ({
    session_id: sessionId,
    transcript_path: '',
    cwd,
    hook_event_name: 'BeforeTool',
    timestamp: '2026-01-01T00:00:00.000Z',
    tool_name: tool === 'Bash' ? 'run_shell_command' : tool,
    tool_input: args,
  }),
  settings: {
    files: { project: '.gemini/settings.json', user: '.gemini/settings.json' },
    top: {},
    events: Object.keys(READERS),
    // milliseconds here
    entry: (_event, { line }) => ({
      hooks: [{ type: 'command', name: 'holdfast', command: line, timeout: 60_000 }],
    }),
  },
})

import type { EventInput } from '../../guard/index.ts'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { HookCall, Powers } from '../host.ts'
import { argumentsIn, present, requiredText, textIn, valueIn } from '../payload.ts'

/** What can be done about an event in the dialects that follow Claude Code. */
const NOTHING: Powers = { block: false, ask: false, rewrite: false }
const BLOCK: Powers = { block: true, ask: false, rewrite: false }

interface Reading {
  readonly events: readonly EventInput[]
  readonly powers: Powers
}

type Reader = (payload: JsonObject, base: Base) => Reading

interface Base {
  readonly sessionId: string
  readonly surface: 'hook'
}

function call(payload: JsonObject, base: Base): EventInput {
  return {
    kind: 'tool-call',
    ...base,
    callId: requiredText(payload, 'tool_use_id'),
    tool: requiredText(payload, 'tool_name'),
    args: argumentsIn(payload, 'tool_input'),
  }
}

function result(payload: JsonObject, base: Base, ok: boolean, content: JsonValue): EventInput {
  const duration = valueIn(payload, 'duration_ms')
  return {
    kind: 'tool-result',
    ...base,
    callId: requiredText(payload, 'tool_use_id'),
    tool: requiredText(payload, 'tool_name'),
    ok,
    content,
    ...present('latencyMs', typeof duration === 'number' ? duration : undefined),
  }
}

function mark(name: string): Reader {
  return (payload, base) => ({
    events: [
      {
        kind: 'mark',
        ...base,
        marker: `${name}:${textIn(payload, 'agent_type') ?? textIn(payload, 'trigger') ?? ''}`,
      },
    ],
    powers: NOTHING,
  })
}

/** One reader per event that matters; whatever is not here holds nothing to judge. */
export function claudeLikeReaders(agent: string, pre: Powers): Readonly<Record<string, Reader>> {
  return {
    SessionStart: (payload, base) => ({
      events: [
        {
          kind: 'session-start',
          ...base,
          agent,
          ...present('model', textIn(payload, 'model')),
          ...present('workdir', textIn(payload, 'cwd')),
        },
      ],
      powers: NOTHING,
    }),
    UserPromptSubmit: (payload, base) => ({
      events: [{ kind: 'turn-start', ...base, ...present('input', textIn(payload, 'prompt')) }],
      powers: BLOCK,
    }),
    PreToolUse: (payload, base) => ({ events: [call(payload, base)], powers: pre }),
    PostToolUse: (payload, base) => ({
      events: [result(payload, base, true, valueIn(payload, 'tool_response') ?? null)],
      powers: { block: true, ask: false, rewrite: pre.rewrite },
    }),
    PostToolUseFailure: (payload, base) => ({
      events: [result(payload, base, false, valueIn(payload, 'error') ?? null)],
      powers: NOTHING,
    }),
    Stop: (payload, base) => ({
      events: [
        { kind: 'turn-end', ...base, ...present('output', textIn(payload, 'last_assistant_message')) },
      ],
      // once it has been sent back to work it may stop, or two rules that contradict each other never let it
      powers: { ...NOTHING, block: valueIn(payload, 'stop_hook_active') !== true },
    }),
    SubagentStart: mark('subagent-start'),
    SubagentStop: mark('subagent-stop'),
    PreCompact: mark('compact'),
    SessionEnd: (_payload, base) => ({ events: [{ kind: 'session-end', ...base }], powers: NOTHING }),
  }
}

export function decodeClaudeLike(
  payload: JsonObject,
  readers: Readonly<Record<string, Reader>>,
): HookCall | undefined {
  const event = requiredText(payload, 'hook_event_name')
  const sessionId = requiredText(payload, 'session_id')
  if (!Object.hasOwn(readers, event)) return undefined
  return {
    sessionId,
    event,
    ...readers[event]!(payload, { sessionId, surface: 'hook' }),
    hasOwnCallId: true,
  }
}

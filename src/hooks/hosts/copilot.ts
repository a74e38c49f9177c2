import type { EventInput } from '../../guard/index.ts'
import type { JsonObject } from '../../model/index.ts'
import { defineHookHost, printed, SILENT, type HookCall, type Powers } from '../host.ts'
import { argumentsIn, derivedCallId, isObject, present, requiredText, textIn, valueIn } from '../payload.ts'

const NOTHING: Powers = { block: false, ask: false, rewrite: false }

interface Base {
  readonly sessionId: string
  readonly surface: 'hook'
}

interface Reading {
  readonly event: string
  readonly events: readonly EventInput[]
  readonly powers: Powers
}

function called(payload: JsonObject) {
  const tool = requiredText(payload, 'toolName')
  const args = argumentsIn(payload, 'toolArgs')
  return { tool, args, callId: derivedCallId(tool, args) }
}

/** The payload does not name its event, so its fields do. */
function reading(payload: JsonObject, base: Base): Reading | undefined {
  if (textIn(payload, 'toolName') !== undefined) return aboutTool(payload, base)
  const prompt = textIn(payload, 'prompt')
  if (prompt !== undefined)
    return {
      event: 'userPromptSubmitted',
      events: [{ kind: 'turn-start', ...base, input: prompt }],
      powers: NOTHING,
    }
  if (textIn(payload, 'stopReason') !== undefined)
    return {
      event: 'agentStop',
      events: [{ kind: 'turn-end', ...base }],
      powers: { ...NOTHING, block: true },
    }
  if (textIn(payload, 'source') !== undefined)
    return {
      event: 'sessionStart',
      events: [
        { kind: 'session-start', ...base, agent: 'copilot', ...present('workdir', textIn(payload, 'cwd')) },
      ],
      powers: NOTHING,
    }
  if (textIn(payload, 'reason') !== undefined)
    return { event: 'sessionEnd', events: [{ kind: 'session-end', ...base }], powers: NOTHING }
  return undefined
}

function aboutTool(payload: JsonObject, base: Base): Reading {
  const call = called(payload)
  const result = valueIn(payload, 'toolResult')
  const error = valueIn(payload, 'error')
  if (result === undefined && error === undefined)
    return {
      event: 'preToolUse',
      events: [{ kind: 'tool-call', ...base, ...call }],
      powers: { block: true, ask: true, rewrite: true },
    }
  const { tool, callId } = call
  const text = isObject(result) ? (valueIn(result, 'textResultForLlm') ?? result) : (result ?? error ?? null)
  const ok = error === undefined && !(isObject(result) && textIn(result, 'resultType') === 'failure')
  return {
    event: ok ? 'postToolUse' : 'postToolUseFailure',
    events: [{ kind: 'tool-result', ...base, tool, callId, ok, content: text }],
    powers: ok ? { block: true, ask: false, rewrite: true } : NOTHING,
  }
}

export const copilot = defineHookHost({
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  detects: (payload) => valueIn(payload, 'toolArgs') !== undefined,
  decode(payload): HookCall | undefined {
    const sessionId = requiredText(payload, 'sessionId')
    const read = reading(payload, { sessionId, surface: 'hook' })
    return read && { sessionId, ...read }
  },
  encode({ kind, reason, event }, call) {
    if (kind === 'pass') return SILENT
    if (call.event === 'agentStop') return printed({ decision: 'block', reason })
    if (call.event === 'postToolUse') {
      const text = kind === 'rewrite' && event.kind === 'tool-result' ? asText(event.content) : reason
      return printed({
        modifiedResult: { resultType: kind === 'rewrite' ? 'success' : 'failure', textResultForLlm: text },
      })
    }
    if (kind === 'rewrite' && event.kind === 'tool-call')
      // asked and not allowed, so that a changed call passes the person as the original would have
      return printed({
        permissionDecision: 'ask',
        permissionDecisionReason: reason,
        modifiedArgs: event.args,
      })
    return printed({ permissionDecision: kind === 'ask' ? 'ask' : 'deny', permissionDecisionReason: reason })
  },
  announces: 'preToolUse',
  announce: ({ sessionId, tool, args, cwd }) => ({
    sessionId,
    timestamp: 0,
    cwd,
    toolName: tool === 'Bash' ? 'bash' : tool,
    toolArgs: JSON.stringify(args),
  }),
  settings: {
    files: { project: '.github/hooks/holdfast.json', user: '.copilot/hooks/holdfast.json' },
    homeVariable: { name: 'COPILOT_HOME', replaces: '.copilot' },
    top: { version: 1 },
    events: [
      'sessionStart',
      'sessionEnd',
      'userPromptSubmitted',
      'preToolUse',
      'postToolUse',
      'postToolUseFailure',
      'agentStop',
    ],
    entry: (_event, { line }) => ({ type: 'command', command: line, timeoutSec: 60 }),
  },
})

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

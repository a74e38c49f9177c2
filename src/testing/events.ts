import type {
  JsonObject,
  JsonValue,
  Mark,
  ModelRequest,
  ModelResponse,
  SessionEnd,
  SessionStart,
  StateDeclared,
  ToolCall,
  ToolResult,
  TurnEnd,
  TurnStart,
  Usage,
} from '../model/index.ts'

/** An event as a test writes it: the matcher numbers it and puts it into a session. */
export type Written<Event> = Omit<Event, 'seq' | 'atMs' | 'sessionId'> & {
  readonly seq?: number
  readonly atMs?: number
  readonly sessionId?: string
}

export function sessionStart(fields: Omit<Partial<SessionStart>, 'kind'> = {}): Written<SessionStart> {
  return { kind: 'session-start', ...fields }
}

export function turnStart(input?: string): Written<TurnStart> {
  return { kind: 'turn-start', ...(input !== undefined && { input }) }
}

export function modelRequest(
  tokens: number,
  { model = 'test-model', provider = 'test' }: { readonly model?: string; readonly provider?: string } = {},
): Written<ModelRequest> {
  return { kind: 'model-request', provider, model, tokens: { input: tokens, exact: true } }
}

export function modelResponse(
  text: string,
  more: { readonly usage?: Usage; readonly model?: string; readonly costUsd?: number } = {},
): Written<ModelResponse> {
  return { kind: 'model-response', text, ...more }
}

let calls = 0

/** Without a `callId` each call has one of its own. */
export function toolCall(
  tool: string,
  args: JsonObject = {},
  { callId = `call-${(calls += 1)}` }: { readonly callId?: string } = {},
): Written<ToolCall> {
  return { kind: 'tool-call', tool, args, callId }
}

export function toolResult(
  tool: string,
  content: JsonValue,
  { callId = `call-${calls}`, ok = true }: { readonly callId?: string; readonly ok?: boolean } = {},
): Written<ToolResult> {
  return { kind: 'tool-result', tool, content, callId, ok }
}

export function state(fields: JsonObject): Written<StateDeclared> {
  return { kind: 'state', fields }
}

export function mark(marker: string): Written<Mark> {
  return { kind: 'mark', marker }
}

export function turnEnd(output?: string): Written<TurnEnd> {
  return { kind: 'turn-end', ...(output !== undefined && { output }) }
}

export function sessionEnd(): Written<SessionEnd> {
  return { kind: 'session-end' }
}

/** The parts of the OpenAI Agents SDK's guardrails that are read here. */
export interface AgentsUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

export interface AgentsRunContext {
  readonly context: unknown
  readonly usage: AgentsUsage
}

export interface AgentsAgent {
  readonly name: string
  readonly model?: unknown
}

export interface AgentsInput {
  readonly agent: AgentsAgent
  readonly input: unknown
  readonly context: AgentsRunContext
}

export interface AgentsOutput {
  readonly agent: AgentsAgent
  readonly agentOutput: unknown
  readonly context: AgentsRunContext
}

export interface AgentsToolCall {
  readonly context: AgentsRunContext
  readonly toolCall: { readonly callId: string; readonly name: string; readonly arguments: string }
}

export interface GuardrailOutcome {
  tripwireTriggered: boolean
  outputInfo: unknown
}

export interface ToolGuardrailOutcome {
  outputInfo?: unknown
  behavior: { type: 'allow' } | { type: 'rejectContent'; message: string } | { type: 'throwException' }
}

/** What the user asks: the text itself, or the newest text of theirs in a list of items. */
export function askedIn(input: unknown): string {
  if (typeof input === 'string') return input
  if (!Array.isArray(input)) return ''
  const asked = (input as readonly { readonly role?: unknown; readonly content?: unknown }[]).findLast(
    ({ role }) => role === 'user',
  )
  return textIn(asked?.content)
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as readonly { readonly text?: unknown }[])
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n')
}

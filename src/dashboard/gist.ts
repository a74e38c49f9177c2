import type { AgentEvent } from '../model/index.ts'

/** Rows are read at a glance; the whole text is in the event itself. */
const MOST_CHARS = 240

/** What an event was about, in one line. */
export function gistOf(event: AgentEvent): string {
  const text = wordsOf(event)
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text
}

function wordsOf(event: AgentEvent): string {
  switch (event.kind) {
    case 'tool-call':
      return `${event.tool} ${JSON.stringify(event.args)}`
    case 'tool-result':
      return `${event.tool} ${event.ok ? 'ok' : 'failed'} ${JSON.stringify(event.content)}`
    case 'model-request':
      return `${event.model}, ${event.tokens.input} tokens`
    case 'model-response':
      return event.text
    case 'turn-start':
      return event.input ?? ''
    case 'turn-end':
      return event.output ?? ''
    case 'state':
      return JSON.stringify(event.fields)
    case 'mark':
      return event.marker
    case 'fault':
      return `${event.fault} on ${event.target}`
    case 'judge-verdict':
      return `${event.clauseId}: ${event.verdict}`
    case 'session-start':
      return event.agent ?? event.sessionId
    case 'session-end':
      return ''
  }
}

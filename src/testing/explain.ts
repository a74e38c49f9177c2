import { messageOf, remedyOf, type CompiledContract } from '../contract/index.ts'
import type { AgentEvent } from '../model/index.ts'
import type { BrokenPromise } from './honour.ts'

/** A matcher's message: every broken clause with its place in the contract, the evidence and what would pass. */
export function explain({ contract }: CompiledContract, broken: readonly BrokenPromise[]): string {
  const head = `the contract \`${contract.name}\` was broken ${times(broken.length)}`
  return [head, ...broken.map(paragraph)].join('\n\n')
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function paragraph({ event, finding }: BrokenPromise): string {
  const { clauseId, verdict, level, location, evidence } = finding
  const remedy = remedyOf(finding)
  const lines = [
    `${clauseId}  ${location.file}:${location.line}:${location.column}  (${level}, ${verdict})`,
    `  ${messageOf(finding)}`,
    `  event     ${event.seq} ${toldOf(event)}`,
    ...(evidence === undefined
      ? []
      : [`  evidence  ${evidence.in}: ${JSON.stringify(short(evidence.text))}`]),
    ...(remedy === undefined ? [] : [`  fix       ${remedy}`]),
  ]
  return lines.join('\n')
}

/** What an event was about, in one line. */
function toldOf(event: AgentEvent): string {
  switch (event.kind) {
    case 'tool-call':
      return `${event.kind} ${event.tool} ${short(JSON.stringify(event.args))}`
    case 'tool-result':
      return `${event.kind} ${event.tool} ${short(JSON.stringify(event.content))}`
    case 'model-response':
      return `${event.kind} ${JSON.stringify(short(event.text))}`
    case 'turn-start':
      return `${event.kind} ${JSON.stringify(short(event.input ?? ''))}`
    case 'turn-end':
      return `${event.kind} ${JSON.stringify(short(event.output ?? ''))}`
    case 'state':
      return `${event.kind} ${short(JSON.stringify(event.fields))}`
    case 'mark':
      return `${event.kind} ${event.marker}`
    default:
      return event.kind
  }
}

const MOST_CHARS = 200

function short(text: string): string {
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text
}

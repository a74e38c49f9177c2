import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ToolAction } from '../chaos/chaos-run.ts'
import type { Sleep } from './sleep.ts'

const GATEWAY_TIMEOUT = 504
/** Statuses with which servers say when to come back. */
const SAYS_WHEN = new Set([429, 503])

/** A fault as an HTTP service would show it. */
export async function renderToolAction(
  action: Exclude<ToolAction, { kind: 'run' }>,
  request: IncomingMessage,
  response: ServerResponse,
  { sleep, signal }: { readonly sleep: Sleep; readonly signal: AbortSignal },
): Promise<void> {
  if (action.kind === 'fail') return sendProblem(response, action.status, action.message)
  if (action.kind === 'time-out') {
    await sleep(action.afterMs, signal)
    return sendProblem(response, GATEWAY_TIMEOUT, `no answer within ${action.afterMs} ms`)
  }
  const { type, body } = bodyOf(action, request.headers.accept ?? '')
  send(response, 200, type, body)
}

/**
 * Broken JSON must still be announced as JSON, and hostile words must arrive as data: a client that reads JSON would
 * otherwise meet a parse error and never the words.
 */
function bodyOf(
  { text, isBroken }: Extract<ToolAction, { kind: 'answer' }>,
  accept: string,
): { readonly type: string; readonly body: string } {
  if (isBroken === true || isJson(text)) return { type: 'application/json', body: text }
  const wantsText = accept.includes('text/') && !accept.includes('json')
  return wantsText
    ? { type: 'text/plain; charset=utf-8', body: text }
    : { type: 'application/json', body: JSON.stringify({ result: text }) }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export function sendProblem(response: ServerResponse, status: number, message: string): void {
  const extra: Record<string, string> = SAYS_WHEN.has(status) ? { 'retry-after': '1' } : {}
  send(response, status, 'application/json', JSON.stringify({ error: { status, message } }), extra)
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  extra: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return
  response.writeHead(status, {
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
    ...extra,
  })
  response.end(body)
}

import {
  NodeError,
  providerBackend,
  scriptedBackend,
  type Backend,
  type BackendReply,
  type BackendRequest,
} from '../../workflow/index.ts'
import type { IntelFault, Turn } from '../model.ts'

/** The model of a trial: successive turns, with faults where the scenario wants them. */
export interface ScenarioModel extends Backend {
  /** What it was sent, call by call. */
  readonly prompts: readonly string[]
  /** The faults that really happened. */
  readonly fired: readonly string[]
  unusedTurns(): number
}

/** `live` answers in place of the turns; faults happen to it all the same. */
export function scenarioModel(
  turns: readonly Turn[],
  choice: readonly number[],
  faults: readonly IntelFault[],
  live?: Backend,
): ScenarioModel {
  const scripted = scriptedBackend(turns, { choose: (turn) => choice[turn] ?? 0 })
  const inner: Backend = live ?? scripted
  const prompts: string[] = []
  const fired: string[] = []
  return {
    label: inner.label,
    isOrdered: inner.isOrdered ?? false,
    prompts,
    fired,
    unusedTurns: () => (live === undefined ? scripted.unused() : 0),
    ask(request, signal) {
      prompts.push(request.messages.map(({ content }) => content).join('\n'))
      const call = prompts.length
      const fault = faults.find((each) => each.call === undefined || each.call === call)
      if (fault === undefined) return inner.ask(request, signal)
      fired.push(`intel ${fault.kind} on call ${call}`)
      return faulty(fault, call, request, signal, () => inner.ask(request, signal))
    },
  }
}

type Answered = BackendReply | Promise<BackendReply>

function faulty(
  fault: IntelFault,
  call: number,
  request: BackendRequest,
  signal: () => AbortSignal,
  answer: () => Answered,
): Answered {
  switch (fault.kind) {
    case 'error':
      throw new NodeError('intelligence', `injected transport fault on call ${call}`)
    case 'hang':
      return new Promise(() => undefined)
    case 'latency':
      return waited(fault.delayMs, signal()).then(answer)
    case 'truncate': {
      const reply = answer()
      return reply instanceof Promise ? reply.then((whole) => cut(whole, fault)) : cut(reply, fault)
    }
    case 'rate_limit':
    case 'server_error':
    case 'cut_body':
    case 'malformed_frame':
    case 'empty':
      return overTheWire(fault, request, signal)
  }
}

function cut(reply: BackendReply, { keepChars }: IntelFault): BackendReply {
  return { ...reply, content: reply.content.slice(0, keepChars) }
}

function waited(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, delayMs)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

const WHOLE = JSON.stringify({
  id: 'r',
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'hello' } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

/** What a provider would have sent, read by the code that reads providers, so that its own words come back. */
function overTheWire(
  { kind, retryAfterSecs, keepChars }: IntelFault,
  request: BackendRequest,
  signal: () => AbortSignal,
): BackendReply | Promise<BackendReply> {
  const headers = { 'content-type': 'application/json' }
  const response = (): Response => {
    if (kind === 'rate_limit')
      return new Response('{"error":{"message":"slow down","type":"rate_limit_error"}}', {
        status: 429,
        headers: { ...headers, 'retry-after': String(retryAfterSecs) },
      })
    if (kind === 'server_error')
      return new Response('{"error":{"message":"overloaded"}}', { status: 503, headers })
    if (kind === 'cut_body') return new Response(WHOLE.slice(0, keepChars), { headers })
    if (kind === 'malformed_frame')
      return new Response('data: {"choices":[{"delta"\n\n: \u0000\n', { headers })
    return new Response('{"id":"r","choices":[]}', { headers })
  }
  const backend = providerBackend(
    { name: 'default', provider: 'openai-compatible', model: 'scripted', baseUrl: 'http://model.invalid' },
    { world: { env: {} }, fetch: async () => response() },
  )
  return backend.ask(request, signal)
}

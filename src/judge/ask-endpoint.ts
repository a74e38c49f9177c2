import type { AbortSignalLike } from '../model/index.ts'
import type { Api, ApiReply, Question } from './apis/api.ts'
import { chatApi } from './apis/chat.ts'
import { geminiApi } from './apis/gemini.ts'
import { messagesApi } from './apis/messages.ts'
import { chargedUsd, estimatedUsd, MAX_OUTPUT_TOKENS, ratesOf } from './budget.ts'
import type { Endpoint, JudgeApi } from './endpoint.ts'
import { postJson } from './post.ts'
import { REPAIR, type JudgePrompt } from './prompt.ts'
import { readVerdict, type Verdict } from './verdict.ts'

const APIS: Record<JudgeApi, Api> = { chat: chatApi, messages: messagesApi, gemini: geminiApi }

/** How endpoints answer that do not know how to enforce a schema. */
const UNSUPPORTED = new Set([400, 404, 422])

/** What was quoted back to a judge in a repair; more would only cost. */
const MAX_QUOTED = 2000

export interface AskOptions {
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
  readonly signal: AbortSignalLike | undefined
  readonly nowMs: () => number
  readonly budgetUsd: number
}

export type Asked = { readonly costUsd: number } & (
  | { readonly ok: true; readonly verdict: Verdict }
  | { readonly ok: false; readonly reason: string }
)

/** Asks one judge: once, once more without an enforced schema if that was refused, once more if the answer is no verdict. */
export async function askEndpoint(
  endpoint: Endpoint,
  prompt: JudgePrompt,
  options: AskOptions,
): Promise<Asked> {
  const rates = ratesOf(endpoint, options.nowMs())
  if (rates === undefined)
    return { ok: false, costUsd: 0, reason: 'nobody knows its price, so it cannot be kept within a budget' }
  let spentUsd = 0
  const send = async (question: Question): Promise<Sent> => {
    const setAsideUsd = estimatedUsd(textOf(question), rates)
    const leftUsd = Math.max(0, options.budgetUsd - spentUsd)
    if (setAsideUsd > leftUsd)
      return {
        ok: false,
        reason: `it may cost $${setAsideUsd.toFixed(4)} and $${leftUsd.toFixed(4)} is left`,
      }
    const sent = await sendQuestion(endpoint, question, options)
    if (sent.ok) spentUsd += chargedUsd(sent.reply, rates, setAsideUsd)
    return sent
  }
  const first: Question = { prompt, structured: true, maxOutputTokens: MAX_OUTPUT_TOKENS }
  let sent = await send(first)
  const structured = sent.ok || !UNSUPPORTED.has(sent.status ?? 0)
  if (!structured) sent = await send({ ...first, structured })
  if (sent.ok && usable(sent.reply) === undefined && sent.reply.refusal === undefined)
    sent = await send({
      ...first,
      structured,
      repair: { reply: sent.reply.text.slice(0, MAX_QUOTED), request: REPAIR },
    })
  return { costUsd: spentUsd, ...conclude(sent) }
}

type Sent =
  | { readonly ok: true; readonly reply: ApiReply }
  | { readonly ok: false; readonly reason: string; readonly status?: number }

async function sendQuestion(endpoint: Endpoint, question: Question, options: AskOptions): Promise<Sent> {
  const api = APIS[endpoint.api]
  const { path, headers, body } = api.request(endpoint, question)
  const result = await postJson(withoutSlash(endpoint.baseUrl) + path, headers, body, options)
  if (!result.ok) return result
  const reply = api.read(result.body)
  return reply === undefined ? { ok: false, reason: 'the response has no reply in it' } : { ok: true, reply }
}

function conclude(sent: Sent): { ok: true; verdict: Verdict } | { ok: false; reason: string } {
  if (!sent.ok) return { ok: false, reason: sent.reason }
  if (sent.reply.refusal !== undefined) return { ok: false, reason: sent.reply.refusal }
  const verdict = usable(sent.reply)
  return verdict === undefined ? { ok: false, reason: 'its answer is not a verdict' } : { ok: true, verdict }
}

function usable({ text, refusal }: ApiReply): Verdict | undefined {
  return refusal === undefined ? readVerdict(text) : undefined
}

function textOf({ prompt, repair }: Question): string {
  return `${prompt.system}\n${prompt.user}\n${repair?.reply ?? ''}\n${repair?.request ?? ''}`
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}

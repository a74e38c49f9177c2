import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../model/index.ts'
import { editRequest } from '../../wire/request-edit.ts'
import { clientGuard, type WrapOptions } from '../client-options.ts'
import type { ClientGuard } from '../clients/client-guard.ts'
import { ContractBreachError } from '../contract-breach-error.ts'
import type { ContractSource } from '../contract-source.ts'
import type { ContractGuard } from '../guard.ts'
import { JudgedExchange } from '../judged-exchange.ts'
import { decodePrompt, promptEditor, redactPrompt } from './prompt.ts'
import { decodeContent, editContent } from './reply.ts'
import type { AiCallOptions, AiModel, AiPart, AiResult, AiStreamResult } from './shapes.ts'
import { PartGate } from './stream.ts'

/** A middleware for `wrapLanguageModel` of the AI SDK (language models v3, `ai` 6). */
export interface AiSdkMiddleware {
  readonly specificationVersion: 'v3'
  transformParams<Params extends AiCallOptions>(options: {
    readonly type: 'generate' | 'stream'
    readonly params: Params
    readonly model: AiModel
  }): Promise<Params>
  wrapGenerate<Result extends AiResult>(options: {
    readonly doGenerate: () => PromiseLike<Result>
    readonly params: AiCallOptions
  }): Promise<Result>
  wrapStream<Result extends AiStreamResult>(options: {
    readonly doStream: () => PromiseLike<Result>
    readonly params: AiCallOptions
  }): Promise<Result>
}

/** Judges a model of the AI SDK by a contract, generated and streamed. */
export function aiSdkMiddleware(
  contract: ContractSource | ContractGuard,
  options: Omit<WrapOptions, 'unjudged'> = {},
): AiSdkMiddleware {
  const guard = clientGuard(contract, options)
  const namespace = `sdk/${randomUUID()}`
  /** From the moment a request is judged until its reply is. */
  const exchanges = new WeakMap<AiCallOptions, JudgedExchange>()
  const exchangeOf = (params: AiCallOptions): JudgedExchange => {
    const exchange = exchanges.get(params)
    if (exchange === undefined) throw new Error('[Holdfast] This request was not judged, so it was stopped.')
    return exchange
  }

  return {
    specificationVersion: 'v3',
    async transformParams({ type, params, model }) {
      const exchange = openExchange(guard, namespace, params, model, type === 'stream')
      const judged = exchange.judgeRequest()
      if ('breach' in judged) {
        exchange.close()
        throw new ContractBreachError(judged.breach)
      }
      const { edits } = judged
      // sound because the editor changes tools and prompt and keeps everything else
      const body = editRequest(promptEditor, params as unknown as JsonObject, edits)
        .body as unknown as typeof params
      const prompt = exchange.isShadow
        ? body.prompt
        : redactPrompt(body.prompt, guard.conversations.needs.text)
      const sent = { ...body, prompt }
      exchanges.set(sent, exchange)
      return sent
    },
    async wrapGenerate({ doGenerate, params }) {
      const exchange = exchangeOf(params)
      try {
        const result = await answered(exchange, doGenerate)
        const judgement = exchange.conclude(decodeContent(result), false)
        const { edits, breach } = exchange.outcomeOf(judgement)
        if (judgement.turnEnded || judgement.denial !== undefined) await exchange.flush()
        if (breach !== undefined) throw new ContractBreachError(breach)
        return editContent(result, edits)
      } finally {
        exchange.close()
      }
    },
    async wrapStream({ doStream, params }) {
      const exchange = exchangeOf(params)
      const result = await answered(exchange, doStream)
      return { ...result, stream: guardedParts(exchange, result.stream) }
    },
  }
}

function openExchange(
  { conversations, sessionId, onDeny }: ClientGuard,
  namespace: string,
  params: AiCallOptions,
  model: AiModel,
  stream: boolean,
): JudgedExchange {
  const decoded = decodePrompt(params, model, stream)
  const session = conversations.openFor(sessionId, namespace, decoded.session)
  const format = { provider: providerOf(model), requestEditor: promptEditor }
  return new JudgedExchange({ conversations, session, format, decoded, onDeny })
}

/** `openai.responses` is OpenAI, whichever of its ways of speaking is meant; Google's models go by another name here. */
function providerOf({ provider }: AiModel): string {
  const [first = provider] = provider.split('.')
  return first === 'google' ? 'gemini' : first
}

async function answered<Result>(exchange: JudgedExchange, ask: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    exchange.concludeEmpty('failed', 'unreachable')
    exchange.close()
    throw error
  }
}

function guardedParts(exchange: JudgedExchange, parts: ReadableStream<AiPart>): ReadableStream<AiPart> {
  const reader = parts.getReader()
  const gate = new PartGate(exchange, (breach) => new ContractBreachError(breach))
  const waiting: AiPart[] = []
  let hasEnded = false

  function lost(error: unknown): never {
    gate.breakOff('failed')
    exchange.close()
    throw error
  }

  async function step(): Promise<void> {
    const { done, value } = await reader.read().catch(lost)
    if (!done && exchange.isShadow) gate.push(value)
    waiting.push(...(done ? gate.breakOff('cut') : exchange.isShadow ? [value] : gate.push(value)))
    hasEnded = done || (gate.isShut && !exchange.isShadow)
    if (!gate.isShut) return
    exchange.close()
    await exchange.flush()
    if (!done && hasEnded) await reader.cancel().catch(() => undefined)
  }

  return new ReadableStream<AiPart>(
    {
      async pull(controller) {
        while (waiting.length === 0 && !hasEnded) await step()
        const next = waiting.shift()
        if (next === undefined) controller.close()
        else controller.enqueue(next)
      },
      async cancel(reason) {
        gate.breakOff('cancelled')
        exchange.close()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

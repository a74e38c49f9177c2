import { randomUUID } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import { readArgs } from '../../wire/call-args.ts'
import { editRequest } from '../../wire/request-edit.ts'
import { adapterGuard, type AdapterGuard, type AdapterOptions } from '../adapter-guard.ts'
import { ContractBreachError } from '../contract-breach-error.ts'
import type { ContractSource } from '../contract-source.ts'
import type { ContractGuard } from '../guard.ts'
import { JudgedExchange } from '../judged-exchange.ts'
import { guardedModel, type Watched } from './guarded-model.ts'
import { decodeAiMessage, editAiMessage } from './reply.ts'
import { decodeModelRequest, messagesEditor, redactMessages } from './request.ts'
import {
  remade,
  type LcAiMessage,
  type LcChatModel,
  type LcModelRequest,
  type LcToolCallRequest,
  type LcToolMessage,
} from './shapes.ts'

/** What `createMiddleware` of LangChain (`langchain` 1) is given. */
export interface LangChainMiddleware {
  readonly name: string
  wrapModelCall<Request extends LcModelRequest, Reply>(
    request: Request,
    handler: (request: Request) => Reply | Promise<Reply>,
  ): Promise<Reply>
  wrapToolCall<Request extends LcToolCallRequest, Result>(
    request: Request,
    handler: (request: Request) => Result | Promise<Result>,
  ): Promise<Result>
}

const MOST_CALLS_REMEMBERED = 10_000

/**
 * Judges an agent of LangChain by a contract: `createAgent({ middleware: [createMiddleware(langchainMiddleware(contract))] })`.
 * A thread is a session.
 */
export function langchainMiddleware(
  contract: ContractSource | ContractGuard,
  options: AdapterOptions = {},
): LangChainMiddleware {
  const guard = adapterGuard(contract, options)
  const namespace = `sdk/${randomUUID()}`
  /** In which session a call was proposed. */
  const sessions = new Map<string, string>()

  function remember(reply: LcAiMessage, sessionId: string): void {
    for (const { id } of reply.tool_calls ?? []) if (id !== undefined) sessions.set(id, sessionId)
    while (sessions.size > MOST_CALLS_REMEMBERED) sessions.delete(sessions.keys().next().value ?? '')
  }

  return {
    name: 'HoldfastContract',
    async wrapModelCall(request, handler) {
      const model = await modelOf(request.model)
      const exchange = openExchange(guard, namespace, request, model)
      try {
        const sent = judgedRequest(exchange, { ...request, model })
        const watched: Watched = { isJudged: false }
        const reply = await answered(exchange, () =>
          handler({ ...sent, model: guardedModel(model, exchange, watched) }),
        )
        const judged = watched.isJudged || !isAiMessage(reply) ? reply : await judgedReply(exchange, reply)
        if (isAiMessage(judged)) remember(judged, exchange.session.id)
        return judged
      } finally {
        exchange.close()
      }
    },
    async wrapToolCall(request, handler) {
      const { id = randomUUID(), name: tool } = request.toolCall
      const sessionId = sessions.get(id) ?? guard.sessionId ?? threadOf(request) ?? namespace
      return runTool(
        { guard: guard.guardFor(sessionId), onDeny: guard.onDeny, callId: id, tool },
        request,
        handler,
      )
    },
  }
}

interface ToolRun {
  readonly guard: ContractGuard
  readonly onDeny: AdapterGuard['onDeny']
  readonly callId: string
  readonly tool: string
}

/** A call is judged as it really runs: other middleware and people may have changed it since the model proposed it. */
async function runTool<Request extends LcToolCallRequest, Result>(
  { guard, onDeny, callId, tool }: ToolRun,
  request: Request,
  handler: (request: Request) => Result | Promise<Result>,
): Promise<Result> {
  const { args } = readArgs(request.toolCall.args as JsonValue)
  const told = (error: unknown): string => {
    if (onDeny === 'throw' || !(error instanceof ContractBreachError)) throw error
    return error.message
  }
  /** LangChain makes the message; only the tool that gives its text is another. */
  const saying = (text: string) => handler({ ...request, tool: { name: tool, invoke: async () => text } })
  let allowed: JsonObject
  try {
    allowed = guard.toolCall({ tool, args, callId }).args
  } catch (error) {
    return saying(told(error))
  }
  const result = await ran(guard, { callId, tool }, () =>
    handler(allowed === args ? request : { ...request, toolCall: { ...request.toolCall, args: allowed } }),
  )
  // a command tells the graph where to go; what it says to the model is judged on its way there
  if (!isToolMessage(result)) return result
  const content = result.content as JsonValue
  try {
    const passed = guard.toolResult({ tool, callId, ok: result.status !== 'error', content })
    return passed === content ? result : remade(result, { content: passed })
  } catch (error) {
    return remade(result, { content: told(error), status: 'error', artifact: undefined })
  }
}

async function ran<Result>(
  guard: ContractGuard,
  { callId, tool }: { readonly callId: string; readonly tool: string },
  execute: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await execute()
  } catch (error) {
    guard.toolResult({ tool, callId, ok: false, content: String(error) })
    throw error
  }
}

function openExchange(
  { conversations, sessionId, onDeny }: AdapterGuard,
  namespace: string,
  request: LcModelRequest,
  model: object,
): JudgedExchange {
  const { name, provider } = identityOf(model)
  const decoded = decodeModelRequest(request, name, threadOf(request))
  const session = conversations.openFor(sessionId, namespace, decoded.session)
  const format = { provider, requestEditor: messagesEditor }
  return new JudgedExchange({ conversations, session, format, decoded, onDeny })
}

function judgedRequest<Request extends LcModelRequest>(exchange: JudgedExchange, request: Request): Request {
  const judged = exchange.judgeRequest()
  if ('breach' in judged) throw new ContractBreachError(judged.breach)
  if (exchange.isShadow) return request
  // sound because the editor changes messages, tools and system message, and keeps everything else
  const body = editRequest(messagesEditor, request as unknown as JsonObject, judged.edits)
    .body as unknown as Request
  return { ...body, messages: redactMessages(body.messages, exchange.conversations.needs.text) }
}

async function judgedReply<Reply extends LcAiMessage>(
  exchange: JudgedExchange,
  reply: Reply,
): Promise<Reply> {
  const { edits, breach } = exchange.outcomeOf(exchange.conclude(decodeAiMessage(reply), false))
  await exchange.flush()
  if (breach !== undefined) throw new ContractBreachError(breach)
  return editAiMessage(reply, edits)
}

async function answered<Reply>(exchange: JudgedExchange, ask: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await ask()
  } catch (error) {
    exchange.concludeEmpty('failed', 'unreachable')
    throw error
  }
}

/** A model that is named only, such as `openai:gpt-5.5`, is made when it is asked for. */
async function modelOf(model: unknown): Promise<object> {
  const { _getModelInstance: make } = model as { _getModelInstance?: () => Promise<object> }
  return typeof make === 'function' ? make.call(model) : (model as object)
}

function identityOf(model: object): { readonly name: string | undefined; readonly provider: string } {
  const { bound = model } = model as { readonly bound?: object }
  const { model: named, modelName = named, getLsParams } = bound as Partial<LcChatModel>
  const provider = getLsParams?.call(bound, {}).ls_provider ?? 'unknown'
  return {
    name: typeof modelName === 'string' ? modelName : undefined,
    provider: provider.startsWith('google') ? 'gemini' : provider.toLowerCase(),
  }
}

function threadOf({ runtime }: LcModelRequest | LcToolCallRequest): string | undefined {
  const { thread_id: thread } = (runtime?.configurable ?? {}) as { readonly thread_id?: unknown }
  return typeof thread === 'string' ? thread : undefined
}

function typeOf(value: unknown): string | undefined {
  const { getType } = (value ?? {}) as { readonly getType?: () => string }
  return typeof getType === 'function' ? getType.call(value) : undefined
}

function isAiMessage<Reply>(reply: Reply): reply is Reply & LcAiMessage {
  return typeOf(reply) === 'ai'
}

function isToolMessage<Result>(result: Result): result is Result & LcToolMessage {
  return typeOf(result) === 'tool'
}

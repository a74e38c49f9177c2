import { costUsd, priceOf } from '../../prices/index.ts'
import type { Backend, BackendMessage, BackendReply } from '../backends/backend.ts'
import type { NodeCall } from '../node-call.ts'
import { NodeError, reasonOf } from '../node-error.ts'

export interface Asked {
  readonly content: string
  readonly promptTokens: number
  readonly completionTokens: number
}

/** One billed call: budget asked, contract asked, tokens counted. A promise only if something is waited for. */
export function askModel(
  call: NodeCall,
  backendName: string,
  messages: readonly BackendMessage[],
  maxTokens?: number,
): Asked | Promise<Asked> {
  const backend = call.backend(backendName)
  const turn = backend.isOrdered === true ? call.inTurn() : undefined
  return turn === undefined
    ? ask(call, backend, messages, maxTokens)
    : turn.then(() => ask(call, backend, messages, maxTokens))
}

function ask(
  call: NodeCall,
  backend: Backend,
  messages: readonly BackendMessage[],
  maxTokens: number | undefined,
): Asked | Promise<Asked> {
  call.meter.checkTokens()
  call.beforeModel(backend, messages.map(({ content }) => content).join('\n'), maxTokens)
  const reply = inOwnWords(() =>
    backend.ask(
      { messages, nodeId: call.nodeId, address: call.address, ...(maxTokens !== undefined && { maxTokens }) },
      () => call.signal(),
    ),
  )
  return reply instanceof Promise
    ? reply.catch(rethrow).then((answer) => billed(call, answer))
    : billed(call, reply)
}

function inOwnWords<T>(answer: () => T): T {
  try {
    return answer()
  } catch (error) {
    return rethrow(error)
  }
}

function rethrow(error: unknown): never {
  throw error instanceof NodeError ? error : new NodeError('intelligence', reasonOf(error), { cause: error })
}

function billed(call: NodeCall, reply: BackendReply): Asked {
  const { meter } = call
  const { promptTokens, completionTokens } = reply
  meter.add('llmCalls', 1)
  meter.add('promptTokens', promptTokens)
  meter.add('completionTokens', completionTokens)
  const price = reply.model === undefined ? undefined : priceOf(reply.provider, reply.model)
  if (reply.costUsd !== undefined) meter.add('costUsd', reply.costUsd)
  else if (price !== undefined)
    meter.add('costUsd', costUsd({ input: promptTokens, output: completionTokens }, price))
  else if (reply.model !== undefined) meter.add('unpricedCalls', 1)
  const usage = { input: promptTokens, output: completionTokens }
  return { content: call.afterModel(reply.content, usage, reply.model), promptTokens, completionTokens }
}

/** Goes on at once with a value, later with a promise. */
export function andThen<A, B>(value: A | Promise<A>, goOn: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}

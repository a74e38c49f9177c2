import { ContractBreachError } from '../contract-breach-error.ts'
import type { JudgedExchange } from '../judged-exchange.ts'
import { decodeAiMessage, editAiMessage } from './reply.ts'
import type { LcChatModel, LcChunk, LcGeneration, LcRunManager } from './shapes.ts'
import { ChunkGate } from './stream.ts'

/** The reply has been judged where the model gave it. */
export interface Watched {
  isJudged: boolean
}

/**
 * The same model for one request: what it says is judged before anybody is told of it, also those who listen to
 * its tokens. The model that was given stays as it was.
 */
export function guardedModel<Model extends object>(
  model: Model,
  exchange: JudgedExchange,
  watched: Watched,
): Model {
  if (isBinding(model)) return derived(model, { bound: guardedModel(model.bound, exchange, watched) })
  if (!isChatModel(model)) return model
  const streamedByChunks = rootMethod(model, '_streamChatModelEvents')
  return derived(model, {
    _generate: async (messages: unknown, options: unknown, runManager?: LcRunManager) => {
      const result = await model._generate(messages, options, silenced(runManager))
      watched.isJudged = true
      const [first] = result.generations
      return first === undefined ? result : { ...result, generations: [await judgedWhole(exchange, first)] }
    },
    _streamResponseChunks: (messages: unknown, options: unknown, runManager?: LcRunManager) => {
      watched.isJudged = true
      const chunks = model._streamResponseChunks(messages, options, silenced(runManager))
      return gated(exchange, chunks, runManager)
    },
    // some models give another one here, and that one must be guarded too
    ...Object.fromEntries(
      REMAKING.filter((name) => typeof (model as Remaker)[name] === 'function').map((name) => [
        name,
        (...args: readonly unknown[]) => guardedModel((model as Remaker)[name]!(...args), exchange, watched),
      ]),
    ),
    // a model's own events would go past the pieces that are judged
    ...(streamedByChunks !== undefined && { _streamChatModelEvents: streamedByChunks }),
  })
}

const REMAKING = ['bindTools', 'withConfig'] as const

type Remaker = Partial<Record<(typeof REMAKING)[number], (...args: readonly unknown[]) => object>>

async function judgedWhole(exchange: JudgedExchange, generation: LcGeneration): Promise<LcGeneration> {
  const { message } = generation
  const { edits, breach } = exchange.outcomeOf(exchange.conclude(decodeAiMessage(message), false))
  await exchange.flush()
  if (breach !== undefined) throw new ContractBreachError(breach)
  if (edits.length === 0) return generation
  const edited = editAiMessage(message, edits)
  return { ...generation, message: edited, text: typeof edited.content === 'string' ? edited.content : '' }
}

async function* gated(
  exchange: JudgedExchange,
  chunks: AsyncIterable<LcChunk>,
  runManager: LcRunManager | undefined,
): AsyncGenerator<LcChunk> {
  const gate = new ChunkGate(exchange)
  const tell = async (chunk: LcChunk): Promise<void> =>
    runManager?.handleLLMNewToken?.(chunk.text, PLACE, undefined, undefined, undefined, { chunk })
  try {
    for await (const chunk of chunks) {
      const cleared = gate.push(chunk)
      for (const each of exchange.isShadow ? [chunk] : cleared) {
        yield each
        await tell(each)
      }
      if (gate.isShut) return
    }
    const rest = gate.end()
    await exchange.flush()
    for (const each of exchange.isShadow ? [] : rest) {
      yield each
      await tell(each)
    }
  } catch (error) {
    gate.breakOff('failed')
    throw error
  } finally {
    gate.breakOff('cancelled')
  }
}

const PLACE = { prompt: 0, completion: 0 }

/** Everything of the given object, with these members in front. */
function derived<Model extends object>(model: Model, members: object): Model {
  // sound because what is not a member of its own is found in the given object
  return Object.assign(Object.create(model) as Model, members)
}

/** Models tell of tokens themselves; here only what was judged is told. */
function silenced(runManager: LcRunManager | undefined): LcRunManager | undefined {
  return runManager && derived(runManager, { handleLLMNewToken: async () => undefined })
}

function isChatModel(model: object): model is LcChatModel {
  const { _generate, _streamResponseChunks } = model as Partial<LcChatModel>
  return typeof _generate === 'function' && typeof _streamResponseChunks === 'function'
}

function isBinding(model: object): model is { readonly bound: object } {
  const { bound } = model as { readonly bound?: unknown }
  return typeof bound === 'object' && bound !== null
}

/** The member as the base class has it. */
function rootMethod(model: object, name: string): unknown {
  let found: unknown
  for (let at: unknown = Object.getPrototypeOf(model); at !== null; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at as object, name)) found = (at as Record<string, unknown>)[name]
  return found
}

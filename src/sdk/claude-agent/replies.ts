import type { Usage } from '../../model/index.ts'
import { isStopped, refusalOf } from '../../exchange/refusals.ts'
import { breachOf } from '../breach-of.ts'
import { ContractBreachError } from '../contract-breach-error.ts'
import type { ContractGuard } from '../guard.ts'
import type { AssistantMessage, ClaudeMessage } from './shapes.ts'

const MOST_REMEMBERED = 1_000

/** Judges what the assistant says, as it comes out of a query; each message is billed once. */
export class Replies {
  private readonly billed = new Map<string, number>()

  /** The message as it may go on. */
  judge<Message extends ClaudeMessage>(message: Message, guard: ContractGuard): Message {
    if (!isAssistant(message)) return message
    const { model, content } = message.message
    const texts = content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []))
    const text = texts.join('\n')
    const isKnown = this.billed.has(message.message.id)
    const usage = this.usageOf(message)
    // a piece that only brings a call, which its hook judges
    if (text === '' && isKnown && (usage?.output ?? 0) === 0) return message
    const judged = guard.judge({
      kind: 'model-response',
      provider: 'anthropic',
      model,
      text,
      ...(usage && { usage }),
    })
    if (isStopped(judged)) {
      const { contractName: contract, sessionId } = guard
      throw new ContractBreachError(
        breachOf(refusalOf('The reply', contract, judged), { contract, sessionId }),
      )
    }
    const said =
      judged.effect.kind === 'rewrite' && judged.event.kind === 'model-response' ? judged.event.text : text
    return said === text ? message : withText(message, said)
  }

  /** Each message may come in several pieces, and every piece repeats the usage so far. */
  private usageOf({ message: { id, usage } }: AssistantMessage): Usage | undefined {
    if (usage === undefined) return undefined
    const before = this.billed.get(id)
    this.billed.set(id, Math.max(before ?? 0, usage.output_tokens))
    while (this.billed.size > MOST_REMEMBERED) this.billed.delete(this.billed.keys().next().value ?? '')
    if (before !== undefined) return { input: 0, output: Math.max(0, usage.output_tokens - before) }
    const cacheRead = usage.cache_read_input_tokens ?? 0
    const cacheWrite = usage.cache_creation_input_tokens ?? 0
    return {
      input: usage.input_tokens + cacheRead + cacheWrite,
      output: usage.output_tokens,
      ...(cacheRead > 0 && { cacheRead }),
      ...(cacheWrite > 0 && { cacheWrite }),
    }
  }
}

function isAssistant<Message extends ClaudeMessage>(message: Message): message is Message & AssistantMessage {
  return message.type === 'assistant' && 'message' in message
}

/** The first text says everything, the others nothing. */
function withText<Message extends AssistantMessage>(message: Message, text: string): Message {
  const first = message.message.content.findIndex(({ type }) => type === 'text')
  const content = message.message.content.map((block, at) =>
    block.type === 'text' ? { ...block, text: at === first ? text : '' } : block,
  )
  return { ...message, message: { ...message.message, content } }
}

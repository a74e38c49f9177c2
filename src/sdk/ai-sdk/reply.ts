import type { Usage } from '../../model/index.ts'
import { readArgs } from '../../wire/call-args.ts'
import { planReply, type ReplyPlan } from '../../wire/reply-plan.ts'
import { decodedReply, type DecodedReply, type ReplyEdit } from '../../wire/reply.ts'
import type { AiFinishReason, AiPart, AiResult, AiUsage, LoosePart } from './shapes.ts'

export type WholeReply = Pick<AiResult, 'content' | 'finishReason'> & {
  readonly usage?: AiUsage
  readonly response?: AiResult['response']
}

/** A part's place is its position. */
export function decodeContent({ content, finishReason, usage, response }: WholeReply): DecodedReply {
  const parts = (content as readonly LoosePart[]).map((part, at) => ({ part, place: String(at) }))
  const { id, modelId } = response ?? {}
  const counted = usage === undefined ? undefined : usageOf(usage)
  return decodedReply({
    ...(id !== undefined && { responseId: id }),
    ...(modelId !== undefined && { model: modelId }),
    texts: parts
      .filter(({ part }) => part.type === 'text')
      .map(({ part, place }) => ({ place, choice: 0, kind: 'text', text: part.text ?? '' })),
    calls: parts
      .filter(({ part }) => part.type === 'tool-call')
      .map(({ part: { toolCallId = '', toolName = '', input, providerExecuted = false }, place }) => ({
        place,
        choice: 0,
        callId: toolCallId,
        tool: toolName,
        hosted: providerExecuted,
        native: 'tool-call',
        ...readArgs(input as string),
      })),
    ...(counted && { usage: counted }),
    stopReason: finishReason.raw ?? finishReason.unified,
  })
}

/** Usage that nobody reported stays unknown. */
function usageOf({ inputTokens, outputTokens }: AiUsage): Usage | undefined {
  const { total: input, cacheRead, cacheWrite } = inputTokens
  const { total: output, reasoning } = outputTokens
  if (input === undefined || output === undefined) return undefined
  return {
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(reasoning !== undefined && { reasoning }),
  }
}

/** The same parts and reason with the edits carried out. */
export function editContent<Reply extends WholeReply>(reply: Reply, edits: readonly ReplyEdit[]): Reply {
  if (edits.length === 0) return reply
  const plan = planReply(decodeContent(reply), edits)
  if (plan.refusal !== undefined) {
    const content = [{ type: 'text', text: plan.refusal.message }]
    return { ...reply, content, finishReason: { ...reply.finishReason, unified: 'content-filter' } }
  }
  const content = reply.content.map((part, at) => editPart(part, String(at), plan))
  return { ...reply, content, finishReason: reasonFor(reply.finishReason, content) }
}

function editPart(part: AiPart, place: string, { calls, texts }: ReplyPlan): AiPart {
  const text = texts.get(place)
  if (text !== undefined) return { ...part, text } as AiPart
  const change = calls.get(place)
  if (change === undefined) return part
  if (change.kind === 'deny') return { type: 'text', text: change.message } as AiPart
  return { ...part, input: JSON.stringify(change.args) } as AiPart
}

/** With no call left to run, the model has simply stopped. */
function reasonFor(reason: AiFinishReason, content: readonly AiPart[]): AiFinishReason {
  const hasCalls = content.some(({ type }) => type === 'tool-call')
  return reason.unified === 'tool-calls' && !hasCalls ? { ...reason, unified: 'stop' } : reason
}

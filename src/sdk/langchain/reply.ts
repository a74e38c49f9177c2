import type { JsonValue, Usage } from '../../model/index.ts'
import { readArgs } from '../../wire/call-args.ts'
import { planReply, type ReplyPlan } from '../../wire/reply-plan.ts'
import { decodedReply, type DecodedCall, type DecodedReply, type ReplyEdit } from '../../wire/reply.ts'
import { blocksOf, remade, type LcAiMessage, type LcBlock, type LcUsage } from './shapes.ts'

/** Blocks and calls by their position. */
const textPlace = (at: number): string => `text ${at}`
const callPlace = (at: number): string => `call ${at}`

export function decodeAiMessage(reply: LcAiMessage): DecodedReply {
  const { tool_calls: calls = [], invalid_tool_calls: broken = [], usage_metadata: usage } = reply
  const {
    model_name: name,
    model = name,
    finish_reason: finish,
    stop_reason: stop = finish,
  } = reply.response_metadata ?? {}
  const whole = calls.map((call, at) =>
    decodedCall(callPlace(at), call.id, call.name, call.args as JsonValue),
  )
  const malformed = broken.map((call, at) => ({
    ...decodedCall(callPlace(calls.length + at), call.id, call.name ?? '', {}),
    malformedArgs: call.args ?? '',
  }))
  return decodedReply({
    ...(reply.id !== undefined && { responseId: reply.id }),
    ...(typeof model === 'string' && { model }),
    texts: blocksOf(reply).flatMap(({ type, text = '' }, at) =>
      type === 'text' ? [{ place: textPlace(at), choice: 0, kind: 'text' as const, text }] : [],
    ),
    calls: [...whole, ...malformed],
    ...(usage && { usage: usageOf(usage) }),
    ...(typeof stop === 'string' && { stopReason: stop }),
  })
}

function decodedCall(place: string, id: string | undefined, tool: string, args: JsonValue): DecodedCall {
  return { place, choice: 0, callId: id ?? '', tool, hosted: false, native: 'tool_call', ...readArgs(args) }
}

function usageOf(usage: LcUsage): Usage {
  const { cache_read: cacheRead, cache_creation: cacheWrite } = usage.input_token_details ?? {}
  const { reasoning } = usage.output_token_details ?? {}
  return {
    input: usage.input_tokens,
    output: usage.output_tokens,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(reasoning !== undefined && { reasoning }),
  }
}

/** The same message with the edits carried out. */
export function editAiMessage<Message extends LcAiMessage>(
  reply: Message,
  edits: readonly ReplyEdit[],
): Message {
  if (edits.length === 0) return reply
  const plan = planReply(decodeAiMessage(reply), edits)
  if (plan.refusal !== undefined)
    return remade(reply, { ...withoutCopy(reply), ...withoutCalls(reply, plan.refusal.message) })
  const content = blocksOf(reply).map((block, at) => {
    const text = plan.texts.get(textPlace(at))
    return text === undefined ? block : { ...block, text }
  })
  return remade(reply, {
    ...withoutCopy(reply),
    content: plain(content),
    ...callChanges(reply, plan, content),
  })
}

/** Some models keep the provider's own words beside the message, and send those back in place of it. */
export function keepsCopy({ response_metadata }: LcAiMessage): boolean {
  return response_metadata !== undefined && COPY in response_metadata
}

/** A message that was changed must not carry what it was before. */
export function withoutCopy({ response_metadata }: LcAiMessage): object {
  if (response_metadata === undefined) return {}
  const { [COPY]: _, ...rest } = response_metadata
  return { response_metadata: rest }
}

const COPY = 'output'

function withoutCalls({ additional_kwargs, tool_call_chunks }: LcAiMessage, content: string): object {
  const { tool_calls: _, function_call: __, ...kwargs } = additional_kwargs ?? {}
  return {
    content,
    tool_calls: [],
    invalid_tool_calls: [],
    additional_kwargs: kwargs,
    ...(tool_call_chunks !== undefined && { tool_call_chunks: [] }),
  }
}

/** Denied calls are gone wherever a message tells of calls, and a text says why. */
function callChanges(reply: LcAiMessage, { calls }: ReplyPlan, blocks: readonly LcBlock[]): object {
  if (calls.size === 0) return {}
  const { tool_calls = [] } = reply
  const messages = [...calls.values()].flatMap((change) => (change.kind === 'deny' ? [change.message] : []))
  const kept = tool_calls.flatMap((call, at) => {
    const change = calls.get(callPlace(at))
    if (change?.kind === 'deny') return []
    return [change === undefined ? call : { ...call, args: change.args }]
  })
  const args = new Map(kept.map(({ id = '', args: value }) => [id, value]))
  const calling = (block: LcBlock): boolean => CALL_BLOCKS.has(block.type)
  const told = blocks
    .filter((block) => !calling(block) || args.has(block.id ?? ''))
    .map((block) => (calling(block) ? { ...block, input: args.get(block.id ?? '') } : block))
  const said = [...told, ...messages.map((text) => ({ type: 'text', text }))].filter(
    ({ type, text }) => type !== 'text' || text !== '',
  )
  return { ...withoutCalls(reply, ''), content: plain(said), tool_calls: kept }
}

const CALL_BLOCKS = new Set(['tool_use', 'tool_call', 'function_call', 'input_json_delta'])

/** Texts alone are a text again, as models without blocks expect it. */
function plain(blocks: readonly LcBlock[]): string | readonly LcBlock[] {
  return blocks.every(({ type }) => type === 'text') ? blocks.map(({ text = '' }) => text).join('\n') : blocks
}

/** Whether a piece of a reply tells of a call. */
export function tellsOfCall(reply: LcAiMessage): boolean {
  const { tool_call_chunks = [], tool_calls = [], additional_kwargs = {} } = reply
  return (
    tool_call_chunks.length > 0 ||
    tool_calls.length > 0 ||
    'tool_calls' in additional_kwargs ||
    'function_call' in additional_kwargs ||
    blocksOf(reply).some(({ type }) => CALL_BLOCKS.has(type))
  )
}

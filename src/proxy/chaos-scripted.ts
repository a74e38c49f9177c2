import { editedText } from '../chaos/edit-text.ts'
import type { ReplyEdit } from '../chaos/model-action.ts'
import type { DecodedReply } from '../wire/reply.ts'
import type { ScriptedReply, ScriptedStop } from '../wire/scripted.ts'

const STOPS: readonly (readonly [RegExp, ScriptedStop])[] = [
  [/^(?:length|max_tokens|max_output_tokens|model_context_window_exceeded)$/iu, 'length'],
  [/^(?:content_filter|safety|recitation|blocklist|prohibited_content|spii)$/iu, 'content-filter'],
]

/** A reply that was read, ready to be said again in other words; hosted calls and thoughts are not repeated. */
export function scriptedReply(reply: DecodedReply, standInId: string): ScriptedReply {
  const { responseId, model = '', texts, calls, refusal, usage, stopReason = '' } = reply
  const toolCalls = calls
    .filter(({ hosted, choice }) => !hosted && choice === 0)
    .map(({ callId, tool, args, malformedArgs }) => ({ id: callId, tool, args: malformedArgs ?? args }))
  const stop = STOPS.find(([words]) => words.test(stopReason))?.[1]
  return {
    id: responseId ?? standInId,
    model,
    text: texts
      .filter(({ kind, choice }) => kind === 'text' && choice === 0)
      .map(({ text }) => text)
      .join(''),
    ...(refusal === undefined ? {} : { refusal }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(usage === undefined ? {} : { usage }),
    ...(stop === undefined ? {} : { stop }),
  }
}

/** The reply after one edit; the same object when the edit found nothing to change. */
export function editedReply(reply: ScriptedReply, edit: ReplyEdit): ScriptedReply {
  const { text = '', usage } = reply
  switch (edit.kind) {
    case 'truncate': {
      const kept = editedText(text, edit)
      if (kept === text) return reply
      const used = usage && { usage: { ...usage, output: Math.min(usage.output, edit.maxTokens) } }
      // calls come after the text, so a limit that cuts the text is reached before them
      return { ...bare(reply), text: kept, stop: 'length', ...used }
    }
    case 'empty':
      return text === '' && reply.toolCalls === undefined ? reply : { ...bare(reply), text: '', stop: 'stop' }
    case 'garbage':
      return edit.isFrame ? reply : { ...bare(reply), text: edit.text, stop: 'stop' }
    case 'rewrite-text': {
      const rewritten = editedText(text, edit)
      return rewritten === text ? reply : { ...reply, text: rewritten }
    }
    case 'partial-tool-call':
      return halved(reply, edit.afterFraction)
    case 'cut-stream':
    case 'slow-stream':
      return reply
  }
}

function bare({ id, model, usage }: ScriptedReply): ScriptedReply {
  return { id, model, ...(usage === undefined ? {} : { usage }) }
}

/** The last call loses the end of its arguments, as a model does that runs into its limit. */
function halved(reply: ScriptedReply, fraction: number): ScriptedReply {
  const calls = reply.toolCalls ?? []
  const last = calls.at(-1)
  if (last === undefined) return reply
  const written = typeof last.args === 'string' ? last.args : JSON.stringify(last.args)
  const kept = Math.max(1, Math.min(written.length - 1, Math.floor(written.length * fraction)))
  return {
    ...reply,
    toolCalls: [...calls.slice(0, -1), { ...last, args: written.slice(0, kept) }],
    stop: 'length',
  }
}

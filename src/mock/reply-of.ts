import { hashWord } from '../kit/hash.ts'
import type { JsonObject, Usage } from '../model/index.ts'
import { countableText, type ScriptedCall, type ScriptedReply } from '../wire/index.ts'
import { renderJson } from './script/json-template.ts'
import { contentText, type Scene } from './script/scene.ts'
import type { CallTemplate, Saying, ScriptedUsage } from './script/script.ts'
import { renderInsideJson, renderText } from './script/template.ts'
import { estimatedTokens } from './speaker.ts'

export interface ReplyContext {
  readonly scene: Scene
  /** Tells this reply from every other of the server, and is the same in the next run. */
  readonly label: string
  readonly createdS?: number
}

/** Fills the holes of a saying. */
export function replyOf(saying: Saying, { scene, label, createdS }: ReplyContext): ScriptedReply {
  const { text, json, thinking, refusal, stop } = saying
  const said =
    json !== undefined
      ? JSON.stringify(renderJson(json, scene))
      : text !== undefined
        ? renderText(text, scene)
        : undefined
  const toolCalls = saying.toolCalls.map((call, index) => callOf(call, scene, callId(label, index)))
  const reply = {
    id: replyId(label),
    model: scene.request.model ?? 'mock-model',
    ...(createdS !== undefined && { createdS }),
    ...(thinking !== undefined && { thinking: renderText(thinking, scene) }),
    ...(said !== undefined && { text: said }),
    ...(refusal !== undefined && { refusal: renderText(refusal, scene) }),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(stop !== undefined && { stop }),
  }
  return { ...reply, usage: usageOf(reply, saying.usage, scene) }
}

export function replyId(label: string): string {
  return `mock_${hashWord(`reply\u0000${label}`)}`
}

export function callId(label: string, index: number): string {
  return `call_${hashWord(`call\u0000${label}\u0000${index}`)}`
}

function callOf({ tool, args }: CallTemplate, scene: Scene, id: string): ScriptedCall {
  return {
    id,
    tool,
    // a template is a list of parts, a mapping is not
    args: 'kind' in args ? (renderJson(args, scene) as JsonObject) : renderInsideJson(args, scene),
  }
}

/** What the script leaves open is estimated from the texts. */
export function usageOf(reply: ScriptedReply, given: ScriptedUsage, { request }: Scene): Usage {
  const { text = '', thinking = '', refusal = '', toolCalls = [] } = reply
  const written = [thinking, text, refusal, ...toolCalls.map((call) => call.tool + contentText(call.args))]
  return {
    ...given,
    input: given.input ?? estimatedTokens(countableText(request)),
    output: given.output ?? estimatedTokens(written.join('')),
  }
}

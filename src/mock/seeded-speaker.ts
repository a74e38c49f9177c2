import { randomStream, type Random } from '../kit/random.ts'
import type { JsonObject } from '../model/index.ts'
import type { DecodedRequest, OfferedTool, ScriptedReply } from '../wire/index.ts'
import { ConversationMemory } from './conversation.ts'
import { objectOf } from './json-object.ts'
import { pick, sampleValue } from './sample-value.ts'
import { callId, replyId, usageOf } from './reply-of.ts'
import { contentText, isReply, newestResults, type Scene } from './script/scene.ts'
import type { SpeakerOptions } from './scripted-speaker.ts'
import type { Speaker } from './speaker.ts'

const FIRST_CALL_CHANCE = 0.6
const NEXT_CALL_CHANCE = 0.25
const SECOND_CALL_CHANCE = 0.2
/** After so many rounds of calls in one turn the model answers, so that every agent loop comes to an end. */
const MOST_ROUNDS = 4

/** A model without a script: plausible replies and calls of the tools on offer, the same for the same seed. */
export function seededSpeaker({ seed, createdS }: SpeakerOptions): Speaker {
  const memory = new ConversationMemory()
  return {
    models: ['mock-model'],
    speak(asked, from) {
      const request = memory.withToolNames(asked)
      const standing = memory.standingOf(request, from)
      const { conversation, replies, historyKey } = standing
      const scene: Scene = { request, conversation, turn: replies }
      const label = `${seed}\u0000${historyKey}`
      const content = improvise(request, randomStream(seed, `free\u0000${historyKey}`), label)
      const base = { id: replyId(label), model: request.model ?? 'mock-model', ...content }
      const reply = createdS === undefined ? base : { ...base, createdS: createdS() }
      memory.rememberReply(reply.id, standing, reply.toolCalls ?? [])
      return {
        kind: 'reply',
        place: 'free',
        conversation,
        pace: { latencyMs: 0, delayBetweenChunksMs: 0 },
        reply: { ...reply, usage: usageOf(reply, {}, scene) },
      }
    },
  }
}

type Content = Pick<ScriptedReply, 'text' | 'toolCalls'>

function improvise(request: DecodedRequest, random: Random, label: string): Content {
  const tools = request.tools.filter(({ hosted }) => !hosted)
  if (tools.length > 0 && wantsCall(request, random)) {
    const count = random() < SECOND_CALL_CHANCE ? 2 : 1
    const toolCalls = Array.from({ length: count }, (_, index) => {
      const tool = pick(tools, random)
      return { id: callId(label, index), tool: tool.name, args: argsFor(tool, random) }
    })
    return { toolCalls }
  }
  const text = sentence(request, random)
  return { text: request.structuredOutput ? JSON.stringify({ answer: text }) : text }
}

function wantsCall(request: DecodedRequest, random: Random): boolean {
  const rounds = roundsSinceUser(request)
  const chance = rounds === 0 ? FIRST_CALL_CHANCE : NEXT_CALL_CHANCE
  // drawn in every case, so that what is said later does not hang on whether a call was forced
  const drawn = random() < chance
  return rounds < MOST_ROUNDS && (drawn || (request.toolForced && rounds === 0))
}

function roundsSinceUser({ messages }: DecodedRequest): number {
  const asked = messages.findLastIndex(({ role, toolResults }) => role === 'user' && toolResults.length === 0)
  return messages.slice(asked + 1).filter(isReply).length
}

function argsFor({ definition }: OfferedTool, random: Random): JsonObject {
  return objectOf(sampleValue(schemaOf(definition), random)) ?? {}
}

const SCHEMA_KEYS = ['input_schema', 'parameters', 'parametersJsonSchema']

/** Wherever a provider keeps the schema of a tool's arguments. */
function schemaOf(definition: JsonObject): JsonObject {
  for (const holder of [definition, definition['function']])
    for (const key of SCHEMA_KEYS) {
      const schema = objectOf(objectOf(holder)?.[key])
      if (schema !== undefined) return schema
    }
  return {}
}

const OPENINGS = ['Sure.', 'Here is what I found.', 'Let me sum this up.', 'Good question.', 'Of course.']
const CLOSINGS = [
  'Tell me if you need more.',
  'That should answer it.',
  'I can go into detail if you like.',
  'Nothing else stands out.',
]
const SHOWN_CHARS = 200

function sentence(request: DecodedRequest, random: Random): string {
  const results = newestResults(request).map(({ content }) => contentText(content).slice(0, SHOWN_CHARS))
  const middle =
    results.length > 0
      ? `The tool says: ${results.join('; ')}.`
      : `You asked: ${request.lastUserText.slice(0, SHOWN_CHARS)}`
  return [pick(OPENINGS, random), middle, pick(CLOSINGS, random)].join(' ')
}

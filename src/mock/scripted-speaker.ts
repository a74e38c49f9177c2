import { randomStream } from '../kit/random.ts'
import type { DecodedRequest } from '../wire/index.ts'
import { ConversationMemory, type Standing } from './conversation.ts'
import { replyOf } from './reply-of.ts'
import { fits } from './script/condition.ts'
import type { Scene } from './script/scene.ts'
import type { MockScript, Pace, Rule, Saying, Turn } from './script/script.ts'
import type { Sender, Speaker, Spoken } from './speaker.ts'
import { turnSequence } from './turn-sequence.ts'

export interface SpeakerOptions {
  readonly seed: number | string
  readonly createdS?: () => number
}

/** The turn that is due, and a label for what is drawn and named in it. */
interface Due {
  readonly turn: Turn
  readonly label: string
}

const AT_ONCE: Pace = { latencyMs: 0, delayBetweenChunksMs: 0 }

export function scriptedSpeaker(script: MockScript, { seed, createdS }: SpeakerOptions): Speaker {
  const memory = new ConversationMemory()
  const turns = turnSequence(script)

  function speak(asked: DecodedRequest, from: Sender): Spoken {
    const request = memory.withToolNames(asked)
    const standing = memory.standingOf(request, from)
    const { conversation, replies } = standing
    const scene: Scene = { request, conversation, turn: replies }
    const due = dueTurn(scene, standing)
    if (due === undefined) return { ...exhausted(standing), conversation }
    const { turn, label } = due
    const saying = drawVariant(turn, seed, label)
    memory.answered(standing, saying.error === undefined ? 'reply' : 'error')
    const common = { pace: saying.pace, place: turn.place, conversation }
    if (saying.error !== undefined) return { ...common, kind: 'error', error: saying.error }
    const context = { scene, label: `${seed}\u0000${label}\u0000${standing.historyKey}` }
    const reply = replyOf(saying, createdS === undefined ? context : { ...context, createdS: createdS() })
    memory.rememberReply(reply.id, standing, reply.toolCalls ?? [])
    return { ...common, kind: 'reply', reply }
  }

  function dueTurn(scene: Scene, standing: Standing): Due | undefined {
    const failures = memory.failures(standing)
    const counts = script.order === 'requests' || (script.order === 'auto' && standing.isNamed)
    const ordinal = counts
      ? `request ${memory.count(standing.conversation)}`
      : `reply ${standing.replies}, failure ${failures}`
    const label = (turn: Turn) => `${standing.conversation}\u0000${ordinal}\u0000${turn.place}`
    const rule = script.match.find((each) => fits(each.when, scene) && isWilling(each, failures))
    if (rule !== undefined) return { turn: rule.turn, label: label(rule.turn) }
    const turn =
      (counts
        ? turns.byRequest(memory.count(`turns\u0000${standing.conversation}`))
        : turns.byHistory(standing.replies, failures)) ?? script.default
    return turn === undefined ? undefined : { turn, label: label(turn) }
  }

  return { models: script.models, speak }
}

function isWilling({ times }: Rule, failures: number): boolean {
  return times === undefined || failures < times
}

function drawVariant({ variants }: Turn, seed: number | string, label: string): Saying {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  let left = randomStream(seed, `variant\u0000${label}`)() * total
  for (const { weight, saying } of variants) {
    if (weight > 0 && left < weight) return saying
    left -= weight
  }
  // rounding may leave a crumb behind the last weight
  return variants.findLast(({ weight }) => weight > 0)!.saying
}

/** A status that no client repeats: asking again would not help. */
function exhausted({ replies }: Standing): Omit<Spoken & { kind: 'error' }, 'conversation'> {
  return {
    kind: 'error',
    place: 'no turn',
    pace: AT_ONCE,
    error: {
      status: 400,
      type: 'mock_script_exhausted',
      message: `The mock script has no turn for this request: ${replies} ${replies === 1 ? 'reply was' : 'replies were'} given before, no rule of \`match\` fits and there is no \`default\`. Add a turn, \`loop: true\` or a \`default\`.`,
    },
  }
}

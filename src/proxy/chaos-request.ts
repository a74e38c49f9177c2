import type { ChaosRun, ToolAction, ToolCallSeen } from '../chaos/chaos-run.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'
import { isList } from '../wire/loose-json.ts'
import type { DecodedRequest, HistoryResult } from '../wire/request.ts'
import { reworded } from './chaos-inputs.ts'
import { memoryOf, type WireMemory } from './chaos-memory.ts'
import { retoldEntry, type Retold } from './chaos-results.ts'

export interface ToldRequest {
  /** The same object when chaos changed nothing. */
  readonly body: JsonObject
  /** How long the request is held back, because a tool was slow. */
  readonly delayMs: number
}

/**
 * What the model is told in place of what the agent reports. A result is known by the id of its call, so that it is
 * the same in every request that tells of it again.
 */
export function toldRequest(
  run: ChaosRun,
  body: JsonObject,
  messagesKey: string,
  decoded: DecodedRequest,
): ToldRequest {
  const memory = memoryOf(run)
  const entries = body[messagesKey]
  if (typeof entries === 'string') {
    const text = attackedInput(run, memory, entries, true)
    return { body: text === entries ? body : { ...body, [messagesKey]: text }, delayMs: 0 }
  }
  if (!isList(entries)) return { body, delayMs: 0 }
  rememberTools(memory, decoded)
  const results = new ResultTeller(run, memory)
  const fresh = freshQuestion(decoded)
  const told = entries.map((entry, position) => {
    const message = decoded.messages[position]
    if (message === undefined) return entry
    if (message.toolResults.length > 0)
      return retoldEntry(entry, (index, content) =>
        results.tell(message.toolResults[index], `at ${position}.${index}`, content),
      )
    if (message.role !== 'user' || message.text === '') return entry
    const text = attackedInput(run, memory, message.text, position === fresh)
    return text === message.text ? entry : (reworded(entry, text) ?? entry)
  })
  const changed = told.some((entry, position) => entry !== entries[position])
  return { body: changed ? { ...body, [messagesKey]: told } : body, delayMs: results.delayMs }
}

function rememberTools({ toolOf }: WireMemory, { messages }: DecodedRequest): void {
  for (const { toolCalls } of messages)
    for (const { callId, tool } of toolCalls) if (callId !== '' && tool !== '') toolOf.set(callId, tool)
}

/** The last thing a user said; history before it was said to another invocation. */
function freshQuestion({ messages }: DecodedRequest): number {
  return messages.findLastIndex(
    ({ role, text, toolResults }) => role === 'user' && text !== '' && toolResults.length === 0,
  )
}

/** One question of an invocation is attacked, and stays attacked whenever it is told again. */
function attackedInput(run: ChaosRun, memory: WireMemory, question: string, isFresh: boolean): string {
  if (memory.attacked === undefined && isFresh)
    memory.attacked = { question, told: run.input('wire', question) }
  return memory.attacked?.question === question ? memory.attacked.told : question
}

class ResultTeller {
  delayMs = 0
  private readonly told = new Map<string, number>()

  constructor(
    private readonly run: ChaosRun,
    private readonly memory: WireMemory,
  ) {}

  tell(result: HistoryResult | undefined, place: string, content: JsonValue): Retold | undefined {
    if (result === undefined) return undefined
    const written = result.callId === '' ? place : result.callId
    const tool = result.tool === '' ? (this.memory.toolOf.get(written) ?? '') : result.tool
    const callId = this.distinct(written)
    const call: ToolCallSeen = { callId, tool }
    const action = this.run.toolCall('wire', call)
    this.wait(callId, action)
    if (action.kind !== 'run') return retold(action)
    const attacked = this.run.toolResult('wire', call, content)
    return attacked === content ? undefined : { content: attacked, failed: !result.ok }
  }

  /** Where calls have no ids of their own, the same call made twice has one name; its second result is another one. */
  private distinct(callId: string): string {
    const times = (this.told.get(callId) ?? 0) + 1
    this.told.set(callId, times)
    return times === 1 ? callId : `${callId}~${times}`
  }

  /** The model's own time goes on while nobody waits, so a delay is waited for once. */
  private wait(callId: string, { delayMs }: ToolAction): void {
    if (delayMs === 0 || this.memory.delayed.has(callId)) return
    this.memory.delayed.add(callId)
    this.delayMs += delayMs
  }
}

/** As agents commonly report what happened to a tool of theirs. */
function retold(action: Exclude<ToolAction, { kind: 'run' }>): Retold {
  switch (action.kind) {
    case 'fail':
      return { content: `Error: ${action.status} ${action.message}`, failed: true }
    case 'time-out':
      return { content: `Error: timed out after ${action.afterMs} ms`, failed: true }
    case 'answer':
      return { content: action.text, failed: false }
  }
}

import type { ConversationMessage } from './conversation.ts'

/** Positions of messages that stand or fall together: a call is never parted from its result. */
export type Exchange = readonly number[]

/**
 * Cuts a conversation into the smallest runs of messages that part no call from its result. System messages
 * belong to none: they are never dropped.
 */
export function exchanges(messages: readonly ConversationMessage[]): readonly Exchange[] {
  const lastUse = lastUseOfEachCall(messages)
  const runs: number[][] = []
  let openUntil = -1
  messages.forEach((message, position) => {
    if (message.role === 'system') return
    if (position > openUntil) runs.push([])
    runs.at(-1)!.push(position)
    for (const id of callIds(message)) openUntil = Math.max(openUntil, lastUse.get(id)!)
  })
  return runs
}

function lastUseOfEachCall(messages: readonly ConversationMessage[]): ReadonlyMap<string, number> {
  const lastUse = new Map<string, number>()
  messages.forEach((message, position) => {
    for (const id of callIds(message)) lastUse.set(id, position)
  })
  return lastUse
}

function* callIds({ toolCalls = [], toolResults = [] }: ConversationMessage): Iterable<string> {
  for (const { id } of toolCalls) yield id
  for (const { callId } of toolResults) yield callId
}

/** A turn is what follows one message of the user, up to the next; the first may have no opening. */
export function turns(
  messages: readonly ConversationMessage[],
  runs: readonly Exchange[],
): readonly (readonly Exchange[])[] {
  const result: Exchange[][] = []
  for (const run of runs) {
    if (result.length === 0 || messages[run[0]!]!.role === 'user') result.push([])
    result.at(-1)!.push(run)
  }
  return result
}
